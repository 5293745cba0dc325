/**
 * What a server can answer.
 *
 * <p>Start with {@link dev.colonnade.protocol.response.Response}, the sealed list of all responses,
 * and {@link dev.colonnade.protocol.response.ResponseType}, their numbers. May depend on the other
 * {@code protocol} packages that describe data ({@code schema}, {@code scan}).
 */
@NullMarked
package dev.colonnade.protocol.response;

import org.jspecify.annotations.NullMarked;
