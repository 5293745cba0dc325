/**
 * Requests of clients.
 *
 * <p>Start with {@link dev.colonnade.protocol.request.Request}, the sealed list of all requests;
 * {@code protocol.RequestType} lists their numbers. May depend on {@code protocol} and on the
 * packages that describe data ({@code schema}, {@code scan}, {@code result}, {@code mutation},
 * {@code sequence}, {@code session}, {@code sql}).
 */
@NullMarked
package dev.colonnade.protocol.request;

import org.jspecify.annotations.NullMarked;
