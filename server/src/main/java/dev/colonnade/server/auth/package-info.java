/**
 * Who a client is: roles and a file of users, their verifiers, SCRAM-SHA-256 with and without
 * channel binding, and what TLS needs. Start at {@link dev.colonnade.server.auth.Doorkeeper}, which
 * all ports ask. Depends on {@code catalog.name}, {@code client.login}, {@code error}, {@code
 * server.config} and Netty's TLS.
 */
@NullMarked
package dev.colonnade.server.auth;

import org.jspecify.annotations.NullMarked;
