package dev.colonnade.sql.function.library;

import java.util.Set;

/** Names of the set-returning functions. */
public final class SetReturningFunctions {
  private static final Set<String> NAMES =
      Set.of(
          "generate_series",
          "generate_subscripts",
          "unnest",
          "regexp_matches",
          "regexp_split_to_table",
          "string_to_table",
          "json_array_elements",
          "jsonb_array_elements",
          "json_array_elements_text",
          "jsonb_array_elements_text",
          "json_object_keys",
          "jsonb_object_keys",
          "jsonb_path_query",
          "jsonb_path_query_tz",
          "_pg_expandarray",
          "pg_listening_channels",
          "pg_partition_ancestors");

  private SetReturningFunctions() {}

  /** Returns whether a function is set-returning: the list that it returns represents rows. */
  public static boolean contains(String name) {
    return NAMES.contains(name);
  }
}
