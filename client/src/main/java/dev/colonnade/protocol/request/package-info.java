/**
 * What a client can ask.
 *
 * <p>Start with {@link dev.colonnade.protocol.request.Request}, the sealed list of all requests,
 * and {@link dev.colonnade.protocol.request.RequestType}, their numbers. May depend on the other
 * {@code protocol} packages that describe data ({@code schema}, {@code filter}, {@code scan},
 * {@code sequence}).
 */
@NullMarked
package dev.colonnade.protocol.request;

import org.jspecify.annotations.NullMarked;
