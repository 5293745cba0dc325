/**
 * What tests of several packages share: seeds of random tests, and patience. Start at {@link
 * dev.colonnade.client.testing.Seed}.
 */
@NullMarked
package dev.colonnade.client.testing;

import org.jspecify.annotations.NullMarked;
