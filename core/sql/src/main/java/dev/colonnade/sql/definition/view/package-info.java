/**
 * Statements that define views: {@link dev.colonnade.sql.definition.view.CreateViewStatement}.
 * Depends on {@code sql.analyze.view}, {@code sql.frontend} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.view;

import org.jspecify.annotations.NullMarked;
