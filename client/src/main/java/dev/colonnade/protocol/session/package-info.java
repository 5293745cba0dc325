/**
 * State of a session in the wire protocol.
 *
 * <p>Start with {@link dev.colonnade.protocol.session.WireTransactionState}, the transaction state
 * that ends every SQL response. May depend on {@code protocol} only.
 */
@NullMarked
package dev.colonnade.protocol.session;

import org.jspecify.annotations.NullMarked;
