package dev.colonnade.sql.syntax;

import org.jspecify.annotations.Nullable;

/**
 * Option with its value as text.
 *
 * @param name the option in lower case, with dots between the names that qualify it
 * @param value the value; null without one
 */
public record Option(String name, @Nullable String value, int position) {}
