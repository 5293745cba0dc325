/**
 * Authentication of clients with SCRAM-SHA-256 and encryption with TLS, based on the JDK alone, for
 * the columnar client and the JDBC driver.
 *
 * <p>Start with {@link dev.colonnade.client.login.LoginConfig}. May depend on {@code protocol} and
 * {@code client.error}.
 */
@NullMarked
package dev.colonnade.client.login;

import org.jspecify.annotations.NullMarked;
