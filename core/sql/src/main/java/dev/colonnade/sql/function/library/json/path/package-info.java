/**
 * Evaluation of SQL/JSON paths.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.json.path.JsonPathFunctions}.
 */
@NullMarked
package dev.colonnade.sql.function.library.json.path;

import org.jspecify.annotations.NullMarked;
