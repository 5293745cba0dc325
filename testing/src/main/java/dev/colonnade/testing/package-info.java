/**
 * What tests of several packages share: seeds of random tests, and patience. Start at {@link
 * dev.colonnade.testing.Seed}.
 */
@NullMarked
package dev.colonnade.testing;

import org.jspecify.annotations.NullMarked;
