/**
 * The generated parser; nothing is written here by hand. Its sources are made by the build from
 * {@code src/main/codegen}.
 */
@NullMarked
package dev.colonnade.sql.parse.grammar;

import org.jspecify.annotations.NullMarked;
