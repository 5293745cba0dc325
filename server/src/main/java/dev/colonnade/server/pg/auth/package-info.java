/**
 * Who a client is: users and their verifiers from a file, and SCRAM-SHA-256, with and without
 * channel binding. Start at {@link dev.colonnade.server.pg.auth.Users}. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.server.pg.auth;

import org.jspecify.annotations.NullMarked;
