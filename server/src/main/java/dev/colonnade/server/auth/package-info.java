/**
 * Authentication of clients: roles and the users file, password verifiers, SCRAM-SHA-256 with and
 * without channel binding, and the TLS context. Start at {@link
 * dev.colonnade.server.auth.Authenticator}, which all ports share. Depends on {@code catalog.name},
 * {@code client.login}, {@code error}, {@code server.config} and Netty's TLS.
 */
@NullMarked
package dev.colonnade.server.auth;

import org.jspecify.annotations.NullMarked;
