"""Routes for signing in on another device: by a printed link, by a QR code on a screen, or by a passkey.

Loading a page changes nothing: a link is used by submitting a form. The secret of a link stands after the `#` of its
URL, which browsers send to no server or proxy. The library `webauthn` checks passkeys. A challenge for a passkey is
stored as its digest, and deleted when it is answered.
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

from malle.live.caller import NotYours
from malle.live.house import House
from malle.live.joining import join_persons
from malle.store.away import Unavailable
from malle.store.entering import YEARS
from malle.store.store import digest
from malle.web import mine
from malle.web.address import need_address
from malle.web.agent import label_of
from malle.web.along import along
from malle.web.api import address_of
from malle.web.device import device_cookie, new_device
from malle.web.kept import enter_page, paper_page, square_page, sure_page
from malle.web.letters import mail_field
from malle.web.limits import Tries
from malle.web.me import called, device_key, device_name
from malle.web.page import Asked, language_of
from malle.web.pages import Pages
from malle.web.visit import keep_device, need_visit, visit_of

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
SQUARE = 120
"""A QR code signs a device in for this long."""
QUESTION = 300
"""A challenge for a passkey can be answered for this long."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_OFTEN = 12
"""Length of the code below a QR code, to be typed on a device without a camera."""
LONGEST = 1023
"""The longest id of a passkey that the WebAuthn standard allows."""


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the routes of printed links, QR codes and passkeys."""
    ways, tries = house.store.ways_in, Tries()

    @post("/me/paper", media_type="text/html", status_code=200)
    async def paper(request: Asked) -> Response[str]:
        """Make a sign-in link and show it once, to be printed. Any earlier printed link stops working."""
        visit = await need_visit(request, house)
        key = secrets.token_urlsafe(32)
        await keep_device(visit)
        await ways.add_link(_digest(key), visit.person, "paper", YEARS, visit.device)
        address = f"{need_address(request, house.config)}/enter#{key}"
        return pages.answer(request, paper_page(pages, visit, address, await called(visit)))

    @post("/me/square", media_type="text/html", status_code=200)
    async def square(request: Asked) -> Response[str]:
        """Make a QR code that signs in another device, and show it. Any earlier QR code stops working."""
        visit = await need_visit(request, house)
        key = "".join(secrets.choice(_LETTERS) for _ in range(_OFTEN))
        await keep_device(visit)
        await ways.add_link(_digest(key), visit.person, "square", SQUARE, visit.device)
        address = f"{need_address(request, house.config)}/enter#{key}"
        code = "-".join(re.findall("....", key))
        known = ".".join(device_key(each.digest) for each in await house.store.devices.of(visit.person))
        return pages.answer(request, square_page(pages, visit, address, code, known, SQUARE))

    @get("/me/square/state")
    async def square_state(request: Asked) -> dict[str, str]:
        """Return the name of a device that signed in since the QR code was shown, or `{}` if there is none.

        The page polls this. Its `known` parameter lists the person's devices at the time the QR code was shown.
        """
        visit = await need_visit(request, house)
        known = request.query_params.get("known", "").split(".")
        for device in await house.store.devices.of(visit.person):
            if device_key(device.digest) not in known:
                return {"device": device_name(visit.language, device.label)}
        return {}

    @get("/enter", media_type="text/html")
    async def enter(request: Asked) -> Response[str]:
        """Show the page with the ways to sign in. Changes nothing."""
        return pages.answer(request, enter_page(pages, request, mail_field(house, language_of(request))))

    @post("/enter", media_type="text/html", status_code=200)
    async def use(request: Asked, data: Form) -> Response[Any]:
        """Use the secret of a link or QR code: first show a page that asks for confirmation, then sign this browser in.

        A wrong secret gives status 404 and counts as a failed attempt. Signing in merges the games of a guest on this
        browser into the person's; if that fails, the link works again.
        """
        key, address = _read(data.get("key", "")), address_of(request)
        tries.take(address)
        found = await ways.look(_digest(key))
        if found is None:
            field = mail_field(house, language_of(request))
            page = pages.answer(request, enter_page(pages, request, field, wrong=True))
            page.status_code = 404
            return page
        tries.was_right(address)
        person, kind, label = found
        before = await visit_of(request, house)
        if data.get("sure") != "yes":
            name = (await house.store.names([person])).get(person, "?")
            games = await along(house, language_of(request), before.person if before else None, person)
            return pages.answer(request, sure_page(pages, request, key, name, label, kind, games))
        device = new_device()
        if await ways.use(_digest(key), digest(device), label_of(request.headers.get("user-agent", ""))) is None:
            raise NotYours("this link was used")
        if before is not None:
            try:
                await join_persons(house, before.person, before.device, person, led=digest(device))
            except BaseException:
                await ways.give_back(_digest(key), digest(device))
                raise
        return await _come_in(request, device, person)

    async def _come_in(request: Asked, device: str, person: UUID) -> Response[Any]:
        """Redirect to the person's games, with a cookie for the new device and one for the name, if it is known."""
        name = ""
        with contextlib.suppress(Unavailable):  # signing in matters more than the name
            name = (await house.store.names([person])).get(person, "")
        return Redirect("/mine", status_code=303, cookies=[device_cookie(request, device), *mine.keep_name(name)])

    @post("/me/passkey/begin", status_code=200)
    async def begin_making(request: Asked) -> Response[str]:
        """Return a new challenge and the options, as JSON, by which the browser creates a passkey."""
        visit = await need_visit(request, house)
        challenge, name = secrets.token_bytes(32), await called(visit) or "Malle"
        made = webauthn.generate_registration_options(
            rp_id=_host(request), rp_name="Malle", user_id=visit.person.bytes, user_name=name, challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
        )  # fmt: skip
        await ways.add_challenge(digest(challenge.hex()), visit.person, QUESTION)
        return _json(webauthn.options_to_json(made))

    @post("/me/passkey/end", status_code=200)
    async def end_making(request: Asked, data: JSONBody[dict[str, Any]]) -> dict[str, str]:
        """Store the passkey that the browser has created.

        Raise `NotYours` if the answer is wrong, or if the passkey is known already or its id too long.
        """
        visit = await need_visit(request, house)
        challenge = await _challenge(data, visit.person)
        try:
            made = webauthn.verify_registration_response(
                credential=data,
                expected_challenge=challenge,
                expected_rp_id=_host(request),
                expected_origin=_origin(request),
            )
        except Exception as error:  # the library raises errors of any kind for malformed answers and certificates
            raise NotYours("this passkey was not made here") from error
        label = label_of(request.headers.get("user-agent", ""))
        id_, key = made.credential_id, made.credential_public_key
        if len(id_) > LONGEST or not await ways.add_passkey(id_, visit.person, key, made.sign_count, label):
            raise NotYours("this passkey is there already, or too long")
        return {"kept": "yes"}

    @post("/enter/passkey/begin", status_code=200)
    async def begin_coming(request: Asked) -> Response[str]:
        """Return a new challenge and the options, as JSON, by which the browser signs in with any of its passkeys."""
        challenge = secrets.token_bytes(32)
        await ways.add_challenge(digest(challenge.hex()), None, QUESTION)
        asked = webauthn.generate_authentication_options(rp_id=_host(request), challenge=challenge)
        return _json(webauthn.options_to_json(asked))

    @post("/enter/passkey/end", status_code=200)
    async def end_coming(request: Asked, data: JSONBody[dict[str, Any]]) -> Response[Any]:
        """Sign this browser in as the owner of a passkey. Raise `NotYours` if the passkey or its answer is wrong.

        The games of a guest on this browser become the person's.
        """
        challenge = await _challenge(data, None)
        try:
            id_ = base64url_to_bytes(str(data.get("rawId", "")))
        except ValueError as error:
            raise NotYours("this is no answer of a passkey") from error
        known = await ways.passkey(id_)
        if known is None:
            raise NotYours("nobody is known here by this passkey")
        person, public, count = known
        try:
            checked = webauthn.verify_authentication_response(
                credential=data, expected_challenge=challenge, expected_rp_id=_host(request),
                expected_origin=_origin(request), credential_public_key=public, credential_current_sign_count=count,
            )  # fmt: skip
        except Exception as error:  # the library raises errors of any kind for malformed answers and certificates
            raise NotYours("this passkey did not answer the question") from error
        await ways.use_passkey(checked.credential_id, checked.new_sign_count)
        before, device = await visit_of(request, house), new_device()
        if before is not None:
            await join_persons(house, before.person, before.device, person, led=digest(device))
        await ways.lead(digest(device), person, label_of(request.headers.get("user-agent", "")))
        led = await _come_in(request, device, person)
        return Response({"to": "/mine"}, status_code=200, cookies=led.cookies)

    async def _challenge(data: dict[str, Any], person: UUID | None) -> bytes:
        """Return the challenge that a browser's answer contains, and delete it, so that it can be answered only once.

        Raise `NotYours` if this server did not issue it, if it has expired, or if it was issued to another person than
        `person`. For signing in, `person` is `None`.
        """
        try:
            told = webauthn.helpers.parse_client_data_json(base64url_to_bytes(data["response"]["clientDataJSON"]))
        except Exception as error:  # the library raises errors of any kind for malformed answers and certificates
            raise NotYours("this is no answer of a passkey") from error
        asked = await ways.use_challenge(digest(told.challenge.hex()))
        if asked is None or asked[0] != person:
            raise NotYours("this question was not asked, or was answered already")
        return told.challenge

    def _origin(request: Asked) -> str:
        return need_address(request, house.config)

    def _host(request: Asked) -> str:
        return urlsplit(_origin(request)).hostname or ""

    return [
        paper, square, square_state, enter, use, begin_making, end_making, begin_coming, end_coming,
    ]  # fmt: skip


def _read(text: str) -> str:
    """Return the secret in text that a person typed or pasted: a whole URL, the part after its `#`, or a short code.

    A short code may have capitals, blanks and dashes.
    """
    key = text.strip().rpartition("#")[2].strip()
    plain = re.sub(r"[\s-]", "", key).lower()
    return plain if re.fullmatch(f"[{_LETTERS}]{{{_OFTEN}}}", plain) else key


def _digest(key: str) -> bytes:
    """Return the digest by which the secret of a link is stored."""
    return digest(f"malle link\n{key}")


def _json(text: str) -> Response[str]:
    """Return an answer with text that is JSON already. Browsers must not store it."""
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"}, status_code=200)
