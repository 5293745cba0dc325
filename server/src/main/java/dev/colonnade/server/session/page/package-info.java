/**
 * Encoding of scan and get results as pages of the client protocol: payloads without a copy, frame
 * budget, and conversion of scan results.
 *
 * <p>Start at {@link dev.colonnade.server.session.page.PagePayload}. Depends on {@code scan},
 * {@code key}, {@code protocol}, {@code server.translate}, {@code error} and Netty's buffers.
 */
@NullMarked
package dev.colonnade.server.session.page;

import org.jspecify.annotations.NullMarked;
