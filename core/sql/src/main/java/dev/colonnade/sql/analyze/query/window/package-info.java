/**
 * Analysis of windows.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.window.WindowAnalyzer}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.window;

import org.jspecify.annotations.NullMarked;
