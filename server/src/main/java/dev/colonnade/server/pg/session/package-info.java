/**
 * What is said on one connection of the PostgreSQL protocol once it is known who the client is:
 * messages in, statements run, answers out. Start at {@link
 * dev.colonnade.server.pg.session.Conversation}. Depends on {@code sql}, and on {@code pg.wire} and
 * {@code pg.type} for the bytes.
 */
@NullMarked
package dev.colonnade.server.pg.session;

import org.jspecify.annotations.NullMarked;
