"""The lab in the office: the same pages, for people who work with paytables and meters."""

from __future__ import annotations

from fastapi import Depends

from pitboss.web.lab_pages.lab_routes import make_lab_router
from pitboss.web.office.desk import desk
from pitboss.web.office.menu import BY_NAME

router = make_lab_router(
    BY_NAME["lab"].address,
    home="/office",
    paytables_of=lambda request: request.app.state.running_site.paytables,
    guards=[Depends(desk("lab"))],
)
