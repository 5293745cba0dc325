/**
 * Minimal HTTP/1.1 server for pages that are computed for every request: no files, no state, GET
 * and HEAD only, limits on everything.
 *
 * <p>Start at {@link dev.colonnade.server.admin.http.HttpPort}. Depends on {@code server.config},
 * {@code server.auth} (TLS), {@code server.net.transport} and {@code error}; independent of the
 * content of its pages.
 */
@NullMarked
package dev.colonnade.server.admin.http;

import org.jspecify.annotations.NullMarked;
