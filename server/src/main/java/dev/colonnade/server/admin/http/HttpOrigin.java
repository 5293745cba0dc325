package dev.colonnade.server.admin.http;

import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * Origin of a request: where it comes from, and the credentials that it carries.
 *
 * @param peer address of the client; null if it is not known
 * @param local address of the server's end of the connection; null if it is not known
 * @param isEncrypted whether the connection uses TLS
 * @param isForwarded whether a proxy has passed the request on, so that the peer is not the client
 * @param authorization Authorization header; null without one
 * @param certificate verified certificate of the client; null if it has sent none
 */
public record HttpOrigin(
    @Nullable SocketAddress peer,
    @Nullable SocketAddress local,
    boolean isEncrypted,
    boolean isForwarded,
    @Nullable String authorization,
    @Nullable X509Certificate certificate) {}
