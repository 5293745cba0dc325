/**
 * Test support shared by several modules: seeds of randomized tests, executors and timeouts. Start
 * at {@link dev.colonnade.testing.Seed}. Depends on no other package of Colonnade.
 */
@NullMarked
package dev.colonnade.testing;

import org.jspecify.annotations.NullMarked;
