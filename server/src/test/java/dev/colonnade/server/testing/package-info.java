/**
 * What tests of several packages share: seeds of random tests, and patience. Start at {@link
 * dev.colonnade.server.testing.Seed}.
 */
@NullMarked
package dev.colonnade.server.testing;

import org.jspecify.annotations.NullMarked;
