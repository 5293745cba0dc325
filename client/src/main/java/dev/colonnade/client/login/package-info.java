/**
 * How clients show who they are, and how their connections are encrypted: SCRAM-SHA-256 and TLS by
 * means of the JDK alone, for the columnar client and the driver alike.
 *
 * <p>Start at {@link dev.colonnade.client.login.Login}. Depends on {@code protocol} and {@code
 * client.error}.
 */
@NullMarked
package dev.colonnade.client.login;

import org.jspecify.annotations.NullMarked;
