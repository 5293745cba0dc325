/**
 * Analysis of the queries of views: of new views, whose texts are stored, and of those in the
 * catalog.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.view.ViewQueries}. Depends on {@code sql.analyze},
 * {@code sql.parser} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.analyze.view;

import org.jspecify.annotations.NullMarked;
