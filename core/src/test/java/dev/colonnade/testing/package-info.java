/**
 * What tests of several packages share: seeds for random tests. Start at {@link
 * dev.colonnade.testing.Seed}.
 */
@NullMarked
package dev.colonnade.testing;

import org.jspecify.annotations.NullMarked;
