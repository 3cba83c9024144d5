# SPDX-License-Identifier: Apache-2.0
"""What the drivers for Qt have in common."""

from pathlib import Path

from PyQt6.QtNetwork import QSsl, QSslCertificate, QSslConfiguration, QSslKey


def trust(session):
    """The configuration of TLS for a session: trust in its certificates only, and the client's own."""
    configuration = QSslConfiguration.defaultConfiguration()
    configuration.setCaCertificates(QSslCertificate.fromPath(session["ca_file"]))
    if session["client_certificate"]:
        content = Path(session["client_certificate"]).read_bytes()
        configuration.setLocalCertificateChain(QSslCertificate.fromData(content))
        keys = [QSslKey(content, kind) for kind in (QSsl.KeyAlgorithm.Ec, QSsl.KeyAlgorithm.Rsa)]
        configuration.setPrivateKey(next(key for key in keys if not key.isNull()))
    return configuration
