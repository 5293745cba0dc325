/**
 * Mutations of rows: their kinds, their layout and the durability of a write.
 *
 * <p>Start with {@link dev.colonnade.protocol.mutation.MutationLayout}. May depend on {@code
 * protocol} only.
 */
@NullMarked
package dev.colonnade.protocol.mutation;

import org.jspecify.annotations.NullMarked;
