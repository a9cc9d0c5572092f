"""Routes for signing in on another device: by a printed link, by a QR code on a screen, or by a
passkey.

Loading a page changes nothing: a link is used by submitting a form. The secret of a link stands
after the `#` of its URL, which browsers send to no server or proxy. The library `webauthn` checks
passkeys. A challenge is random bytes that a passkey must sign; it is stored as its digest, and
deleted when it is answered.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

import webauthn
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, JSONBody
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from malle.runtime.seats.identity import NotYours
from malle.runtime.seats.merge_people import merge_guest
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.logins import PRINTED_LINK_SECONDS
from malle.storage.store import token_digest
from malle.web.account import visitor_games
from malle.web.account.email_links import render_email_form
from malle.web.account.login_pages import (
    render_confirm_login_page,
    render_login_page,
    render_printed_link_page,
    render_qr_code_page,
)
from malle.web.account.merge_notice import render_merge_notice
from malle.web.account.profile_page import format_device_name, load_person_name, make_device_form_key
from malle.web.api.tables import get_client_address
from malle.web.layout import AnyRequest, get_language
from malle.web.pages.table_page import SitePages
from malle.web.security.device_cookie import make_device_cookie, make_device_secret
from malle.web.security.device_label import make_device_label
from malle.web.security.rate_limits import AttemptLimiter
from malle.web.security.site_url import require_site_url
from malle.web.security.visitor import find_visitor, record_device, require_visitor

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
QR_CODE_SECONDS = 120
"""A QR code signs a device in for this long."""
CHALLENGE_SECONDS = 300
"""A challenge for a passkey can be answered for this long."""
_CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits of the short code. Those that are easily confused are missing."""
_CODE_LENGTH = 12
"""Length of the code below a QR code, to be typed on a device without a camera."""
MAX_PASSKEY_ID_BYTES = 1023
"""The longest id of a passkey that the WebAuthn standard allows."""


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of printed links, QR codes and passkeys."""
    logins, attempts = service.store.logins, AttemptLimiter()

    @post("/me/paper", media_type="text/html", status_code=200)
    async def make_printed_link(request: AnyRequest) -> Response[str]:
        """Make a sign-in link and show it, to be printed. It is never shown again, and any earlier
        printed link of this person stops working."""
        visitor = await require_visitor(request, service)
        key = secrets.token_urlsafe(32)
        await record_device(visitor)
        await logins.replace_link(
            _digest_link_secret(key), visitor.person, "paper", PRINTED_LINK_SECONDS, visitor.device
        )
        address = f"{require_site_url(request, service.config)}/enter#{key}"
        return pages.make_html_response(
            request, render_printed_link_page(pages, visitor, address, await load_person_name(visitor))
        )

    @post("/me/square", media_type="text/html", status_code=200)
    async def make_qr_code(request: AnyRequest) -> Response[str]:
        """Make a QR code that signs in another device, and show it with its short code. Any earlier
        QR code of this person stops working."""
        visitor = await require_visitor(request, service)
        key = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        await record_device(visitor)
        await logins.replace_link(_digest_link_secret(key), visitor.person, "square", QR_CODE_SECONDS, visitor.device)
        address = f"{require_site_url(request, service.config)}/enter#{key}"
        code = "-".join(re.findall("....", key))
        known = ".".join(
            make_device_form_key(each.digest) for each in await service.store.devices.list_open(visitor.person)
        )
        return pages.make_html_response(
            request, render_qr_code_page(pages, visitor, address, code, known, QR_CODE_SECONDS)
        )

    @get("/me/square/state")
    async def poll_qr_code(request: AnyRequest) -> dict[str, str]:
        """Return `{"device": name}` for a device that signed in since the QR code was shown, or
        `{}` if there is none.

        The page polls this route. Its `known` parameter lists the devices that the person had when
        the QR code was shown.
        """
        visitor = await require_visitor(request, service)
        known = request.query_params.get("known", "").split(".")
        for device in await service.store.devices.list_open(visitor.person):
            if make_device_form_key(device.digest) not in known:
                return {"device": format_device_name(visitor.language, device.label)}
        return {}

    @get("/enter", media_type="text/html")
    async def show_login_page(request: AnyRequest) -> Response[str]:
        """Show the page with the ways to sign in. Nothing is changed."""
        return pages.make_html_response(
            request, render_login_page(pages, request, render_email_form(service, get_language(request)))
        )

    @post("/enter", media_type="text/html", status_code=200)
    async def use_link(request: AnyRequest, data: Form) -> Response[Any]:
        """Use the secret of a link or QR code. The first request shows a page that asks for
        confirmation; the second, with `sure`, signs this browser in.

        A wrong secret gives status 404 and counts as a failed attempt. Raise `NotYours` if the link
        was used in the meantime. If the browser's person so far was a guest (known to no other
        device), the guest's games move to the link's person. If that fails, the link works again.
        """
        key, address = _parse_link_secret(data.get("key", "")), get_client_address(request)
        attempts.count_attempt(address)
        found = await logins.peek_link(_digest_link_secret(key))
        if found is None:
            field = render_email_form(service, get_language(request))
            page = pages.make_html_response(request, render_login_page(pages, request, field, is_wrong=True))
            page.status_code = 404
            return page
        attempts.forgive_last_attempt(address)
        person, kind, label = found
        before = await find_visitor(request, service)
        if data.get("sure") != "yes":
            name = (await service.store.names_of([person])).get(person, "?")
            games = await render_merge_notice(service, get_language(request), before.person if before else None, person)
            return pages.make_html_response(
                request, render_confirm_login_page(pages, request, key, name, label, kind, games)
            )
        device = make_device_secret()
        if (
            await logins.use_link(
                _digest_link_secret(key), token_digest(device), make_device_label(request.headers.get("user-agent", ""))
            )
            is None
        ):
            raise NotYours("this link was used")
        if before is not None:
            try:
                await merge_guest(service, before.person, before.device, person, new_device=token_digest(device))
            except BaseException:
                await logins.restore_link(_digest_link_secret(key), token_digest(device))
                raise
        return await _redirect_signed_in(request, device, person)

    async def _redirect_signed_in(request: AnyRequest, device: str, person: UUID) -> Response[Any]:
        """Redirect to the page of the person's games, with a cookie for the new device. A second
        cookie holds the person's name, if it can be read."""
        name = ""
        with contextlib.suppress(DatabaseUnavailable):  # signing in matters more than the name
            name = (await service.store.names_of([person])).get(person, "")
        return Redirect(
            "/mine",
            status_code=303,
            cookies=[make_device_cookie(request, device), *visitor_games.make_name_cookies(name)],
        )

    @post("/me/passkey/begin", status_code=200)
    async def begin_passkey_registration(request: AnyRequest) -> Response[str]:
        """Store a new challenge, and return the options, as JSON, with which the browser creates a
        passkey."""
        visitor = await require_visitor(request, service)
        challenge, name = secrets.token_bytes(32), await load_person_name(visitor) or "Malle"
        options = webauthn.generate_registration_options(
            rp_id=_get_site_host(request), rp_name="Malle", user_id=visitor.person.bytes, user_name=name, challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
        )  # fmt: skip
        await logins.add_challenge(token_digest(challenge.hex()), visitor.person, CHALLENGE_SECONDS)
        return _make_json_response(webauthn.options_to_json(options))

    @post("/me/passkey/end", status_code=200)
    async def finish_passkey_registration(request: AnyRequest, data: JSONBody[dict[str, Any]]) -> dict[str, str]:
        """Store the passkey that the browser has created, and return `{"kept": "yes"}`.

        Raise `NotYours` if the browser's answer is wrong, if the passkey is known already, or if
        its id is too long.
        """
        visitor = await require_visitor(request, service)
        challenge = await _take_challenge(data, visitor.person)
        try:
            credential = webauthn.verify_registration_response(
                credential=data,
                expected_challenge=challenge,
                expected_rp_id=_get_site_host(request),
                expected_origin=_get_site_origin(request),
            )
        except Exception as error:  # the library raises errors of any kind for malformed answers and certificates
            raise NotYours("this passkey was not made here") from error
        label = make_device_label(request.headers.get("user-agent", ""))
        id_, key = credential.credential_id, credential.credential_public_key
        if len(id_) > MAX_PASSKEY_ID_BYTES or not await logins.add_passkey(
            id_, visitor.person, key, credential.sign_count, label
        ):
            raise NotYours("this passkey is there already, or too long")
        return {"kept": "yes"}

    @post("/enter/passkey/begin", status_code=200)
    async def begin_passkey_login(request: AnyRequest) -> Response[str]:
        """Store a new challenge, and return the options, as JSON, with which the browser signs in
        by any of its passkeys."""
        challenge = secrets.token_bytes(32)
        await logins.add_challenge(token_digest(challenge.hex()), None, CHALLENGE_SECONDS)
        options = webauthn.generate_authentication_options(rp_id=_get_site_host(request), challenge=challenge)
        return _make_json_response(webauthn.options_to_json(options))

    @post("/enter/passkey/end", status_code=200)
    async def finish_passkey_login(request: AnyRequest, data: JSONBody[dict[str, Any]]) -> Response[Any]:
        """Sign this browser in as the owner of a passkey. Raise `NotYours` if the passkey is
        unknown or its answer is wrong.

        If the browser's person so far was a guest (known to no other device), the guest's games
        move to the passkey's owner.
        """
        challenge = await _take_challenge(data, None)
        try:
            id_ = base64url_to_bytes(str(data.get("rawId", "")))
        except ValueError as error:
            raise NotYours("this is no answer of a passkey") from error
        passkey = await logins.find_passkey(id_)
        if passkey is None:
            raise NotYours("nobody is known here by this passkey")
        person, public, count = passkey
        try:
            checked = webauthn.verify_authentication_response(
                credential=data, expected_challenge=challenge, expected_rp_id=_get_site_host(request),
                expected_origin=_get_site_origin(request), credential_public_key=public, credential_current_sign_count=count,
            )  # fmt: skip
        except Exception as error:  # the library raises errors of any kind for malformed answers and certificates
            raise NotYours("this passkey did not answer the question") from error
        await logins.use_passkey(checked.credential_id, checked.new_sign_count)
        before, device = await find_visitor(request, service), make_device_secret()
        if before is not None:
            await merge_guest(service, before.person, before.device, person, new_device=token_digest(device))
        await logins.add_device(token_digest(device), person, make_device_label(request.headers.get("user-agent", "")))
        redirect = await _redirect_signed_in(request, device, person)
        return Response({"to": "/mine"}, status_code=200, cookies=redirect.cookies)

    async def _take_challenge(data: dict[str, Any], person: UUID | None) -> bytes:
        """Return the challenge that a browser's answer contains, and delete it, so that it can be
        answered only once.

        Raise `NotYours` if this server did not issue the challenge, if it has expired, or if it was
        not issued to `person`. A challenge for signing in is issued to nobody: `person` is `None`.
        """
        try:
            client_data = webauthn.helpers.parse_client_data_json(
                base64url_to_bytes(data["response"]["clientDataJSON"])
            )
        except Exception as error:  # the library raises errors of any kind for malformed answers and certificates
            raise NotYours("this is no answer of a passkey") from error
        challenged_person = await logins.use_challenge(token_digest(client_data.challenge.hex()))
        if challenged_person is None or challenged_person[0] != person:
            raise NotYours("this question was not asked, or was answered already")
        return client_data.challenge

    def _get_site_origin(request: AnyRequest) -> str:
        """Return the site's URL, which passkeys are bound to. Raise `Refused` if it is unknown."""
        return require_site_url(request, service.config)

    def _get_site_host(request: AnyRequest) -> str:
        return urlsplit(_get_site_origin(request)).hostname or ""

    return [
        make_printed_link, make_qr_code, poll_qr_code, show_login_page, use_link, begin_passkey_registration, finish_passkey_registration, begin_passkey_login, finish_passkey_login,
    ]  # fmt: skip


def _parse_link_secret(text: str) -> str:
    """Return the secret in text that a person typed or pasted: a whole URL, the part after its `#`,
    or a short code.

    Capitals, blanks and dashes of a short code are ignored. Any other text is returned as it is,
    without blanks at its ends.
    """
    key = text.strip().rpartition("#")[2].strip()
    plain = re.sub(r"[\s-]", "", key).lower()
    return plain if re.fullmatch(f"[{_CODE_LETTERS}]{{{_CODE_LENGTH}}}", plain) else key


def _digest_link_secret(key: str) -> bytes:
    """Return the digest by which the secret of a link is stored."""
    return token_digest(f"malle link\n{key}")


def _make_json_response(text: str) -> Response[str]:
    """Return an answer with text that is JSON already. Browsers must not store it."""
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"}, status_code=200)
