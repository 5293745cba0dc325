package dev.colonnade.sql.function.call;

import dev.colonnade.sql.function.library.AdvisoryFunctions;
import dev.colonnade.sql.function.library.ArrayFunctions;
import dev.colonnade.sql.function.library.BitFunctions;
import dev.colonnade.sql.function.library.ByteFunctions;
import dev.colonnade.sql.function.library.DateFunctions;
import dev.colonnade.sql.function.library.DegreeFunctions;
import dev.colonnade.sql.function.library.FrameFunctions;
import dev.colonnade.sql.function.library.JsonChanges;
import dev.colonnade.sql.function.library.JsonComparisons;
import dev.colonnade.sql.function.library.JsonFunctions;
import dev.colonnade.sql.function.library.JsonValues;
import dev.colonnade.sql.function.library.MathFunctions;
import dev.colonnade.sql.function.library.OperatorFunctions;
import dev.colonnade.sql.function.library.PatternFunctions;
import dev.colonnade.sql.function.library.PatternSearch;
import dev.colonnade.sql.function.library.RowFunctions;
import dev.colonnade.sql.function.library.SystemFunctions;
import dev.colonnade.sql.function.library.TemporalFormats;
import dev.colonnade.sql.function.library.TextFunctions;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Registry of the functions and operators of this project, by name. */
public final class FunctionTable {
  private static final Map<String, List<Signature>> SIGNATURES = new HashMap<>();

  private static final Set<String> SET_RETURNING =
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
          "_pg_expandarray",
          "pg_partition_ancestors");

  static {
    add(TextFunctions.class, TextFunctions.SIGNATURES);
    add(PatternFunctions.class, PatternFunctions.SIGNATURES);
    add(PatternSearch.class, PatternSearch.SIGNATURES);
    add(MathFunctions.class, MathFunctions.SIGNATURES);
    add(ByteFunctions.class, ByteFunctions.SIGNATURES);
    add(DegreeFunctions.class, DegreeFunctions.SIGNATURES);
    add(DateFunctions.class, DateFunctions.SIGNATURES);
    add(TemporalFormats.class, TemporalFormats.SIGNATURES);
    add(ArrayFunctions.class, ArrayFunctions.SIGNATURES);
    add(JsonFunctions.class, JsonFunctions.SIGNATURES);
    add(JsonValues.class, JsonValues.SIGNATURES);
    add(JsonChanges.class, JsonChanges.SIGNATURES);
    add(SystemFunctions.class, SystemFunctions.SIGNATURES);
    add(AdvisoryFunctions.class, AdvisoryFunctions.SIGNATURES);
    add(BitFunctions.class, BitFunctions.SIGNATURES);
    add(RowFunctions.class, RowFunctions.SIGNATURES);
    add(JsonComparisons.class, JsonComparisons.SIGNATURES);
    add(FrameFunctions.class, FrameFunctions.SIGNATURES);
    add(OperatorFunctions.class, OperatorFunctions.SIGNATURES);
  }

  private FunctionTable() {}

  private static void add(Class<?> owner, List<String> signatures) {
    for (String text : signatures) {
      Signature signature = Signature.parse(owner, text);
      SIGNATURES.computeIfAbsent(signature.name(), _ -> new ArrayList<>()).add(signature);
    }
  }

  /** Returns whether there is a function of this name. */
  public static boolean has(String name) {
    return SIGNATURES.containsKey(name);
  }

  /** Returns whether a function is set-returning: the list that it returns represents rows. */
  public static boolean isSetReturning(String name) {
    return SET_RETURNING.contains(name);
  }

  /** Returns the names of all functions and operators. */
  public static Set<String> names() {
    return Set.copyOf(SIGNATURES.keySet());
  }

  /**
   * Resolves an overloaded function by its argument types.
   *
   * @param arguments their types; UNKNOWN for literals, parameters and NULLs that have none
   * @return null if no signature matches the arguments
   */
  public static @Nullable ResolvedFunction resolve(String name, List<SqlType> arguments) {
    ArgumentMatch best = null;
    for (Signature signature : SIGNATURES.getOrDefault(name, List.of())) {
      ArgumentMatch match = ArgumentMatch.of(signature, arguments);
      if (match != null && (best == null || match.cost() < best.cost())) {
        best = match;
      }
    }
    return best == null ? null : new ResolvedFunction(best);
  }
}
