/**
 * Names that a query sees: relations of FROM with their columns, common table expressions, and the
 * queries around it.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.scope.Scope}. Depends on {@code analyze.bind} and on
 * the catalog.
 */
@NullMarked
package dev.colonnade.sql.analyze.scope;

import org.jspecify.annotations.NullMarked;
