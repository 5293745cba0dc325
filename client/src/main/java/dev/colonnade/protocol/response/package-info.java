/**
 * Responses of servers.
 *
 * <p>Start with {@link dev.colonnade.protocol.response.Response}, the sealed list of all responses;
 * {@code protocol.ResponseType} lists their numbers. May depend on {@code protocol} and on the
 * packages that describe data ({@code schema}, {@code result}, {@code sequence}, {@code session},
 * {@code sql}).
 */
@NullMarked
package dev.colonnade.protocol.response;

import org.jspecify.annotations.NullMarked;
