/**
 * Fixtures of several test packages of the server. Start at {@link
 * dev.colonnade.server.testing.Certificates}.
 */
@NullMarked
package dev.colonnade.server.testing;

import org.jspecify.annotations.NullMarked;
