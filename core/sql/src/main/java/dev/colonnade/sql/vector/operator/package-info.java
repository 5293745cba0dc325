/**
 * Operators on vectors: each takes batches from others and gives batches. What an operator keeps is
 * charged to the memory of its query. Depends on {@code sql.vector}, {@code sql.vector.expression}
 * and {@code sql.function}.
 */
@NullMarked
package dev.colonnade.sql.vector.operator;

import org.jspecify.annotations.NullMarked;
