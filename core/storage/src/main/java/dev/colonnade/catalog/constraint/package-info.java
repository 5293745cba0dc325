/**
 * Definitions of CHECK and FOREIGN KEY constraints, and of the time at which constraints are
 * checked.
 *
 * <p>Start at {@link dev.colonnade.catalog.constraint.ForeignKey}. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.catalog.constraint;

import org.jspecify.annotations.NullMarked;
