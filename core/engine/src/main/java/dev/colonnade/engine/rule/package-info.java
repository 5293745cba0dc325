/**
 * Holds rows to the constraints of their tables: values that may not be NULL, checks, foreign keys.
 *
 * <p>Start at {@link dev.colonnade.engine.rule.RowChecks} and {@link
 * dev.colonnade.engine.rule.ForeignKeys}. Depends on what {@code engine} may depend on.
 */
@NullMarked
package dev.colonnade.engine.rule;

import org.jspecify.annotations.NullMarked;
