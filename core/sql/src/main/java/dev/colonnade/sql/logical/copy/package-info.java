/**
 * Copies of logical plans with new variables, and the equality of expressions that ignores which
 * variables their subqueries define. Depends on {@code sql.logical}.
 */
@NullMarked
package dev.colonnade.sql.logical.copy;

import org.jspecify.annotations.NullMarked;
