package dev.colonnade.sql.function.call;

import dev.colonnade.sql.function.library.AdvisoryLockFunctions;
import dev.colonnade.sql.function.library.ArrayFunctions;
import dev.colonnade.sql.function.library.OperatorFunctions;
import dev.colonnade.sql.function.library.RecordFunctions;
import dev.colonnade.sql.function.library.SystemFunctions;
import dev.colonnade.sql.function.library.WindowFrameFunctions;
import dev.colonnade.sql.function.library.json.JsonComparisonFunctions;
import dev.colonnade.sql.function.library.json.JsonCreationFunctions;
import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.library.json.JsonModificationFunctions;
import dev.colonnade.sql.function.library.numeric.BitFunctions;
import dev.colonnade.sql.function.library.numeric.MathFunctions;
import dev.colonnade.sql.function.library.numeric.TrigonometricFunctions;
import dev.colonnade.sql.function.library.temporal.FormattingFunctions;
import dev.colonnade.sql.function.library.temporal.TemporalFunctions;
import dev.colonnade.sql.function.library.text.ByteaFunctions;
import dev.colonnade.sql.function.library.text.EncodingFunctions;
import dev.colonnade.sql.function.library.text.RegexFunctions;
import dev.colonnade.sql.function.library.text.RegexSearchFunctions;
import dev.colonnade.sql.function.library.text.TextFunctions;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Registry of the functions and operators of this project, by name. */
public final class FunctionRegistry {
  private static final Map<String, List<FunctionSignature>> SIGNATURES = new HashMap<>();

  static {
    add(TextFunctions.class, TextFunctions.SIGNATURES);
    add(RegexFunctions.class, RegexFunctions.SIGNATURES);
    add(RegexSearchFunctions.class, RegexSearchFunctions.SIGNATURES);
    add(MathFunctions.class, MathFunctions.SIGNATURES);
    add(ByteaFunctions.class, ByteaFunctions.SIGNATURES);
    add(EncodingFunctions.class, EncodingFunctions.SIGNATURES);
    add(TrigonometricFunctions.class, TrigonometricFunctions.SIGNATURES);
    add(TemporalFunctions.class, TemporalFunctions.SIGNATURES);
    add(FormattingFunctions.class, FormattingFunctions.SIGNATURES);
    add(ArrayFunctions.class, ArrayFunctions.SIGNATURES);
    add(JsonFunctions.class, JsonFunctions.SIGNATURES);
    add(JsonCreationFunctions.class, JsonCreationFunctions.SIGNATURES);
    add(JsonModificationFunctions.class, JsonModificationFunctions.SIGNATURES);
    add(SystemFunctions.class, SystemFunctions.SIGNATURES);
    add(AdvisoryLockFunctions.class, AdvisoryLockFunctions.SIGNATURES);
    add(BitFunctions.class, BitFunctions.SIGNATURES);
    add(RecordFunctions.class, RecordFunctions.SIGNATURES);
    add(JsonComparisonFunctions.class, JsonComparisonFunctions.SIGNATURES);
    add(WindowFrameFunctions.class, WindowFrameFunctions.SIGNATURES);
    add(OperatorFunctions.class, OperatorFunctions.SIGNATURES);
  }

  private FunctionRegistry() {}

  private static void add(Class<?> owner, List<String> signatures) {
    for (String text : signatures) {
      FunctionSignature signature = FunctionSignature.parse(owner, text);
      SIGNATURES.computeIfAbsent(signature.name(), _ -> new ArrayList<>()).add(signature);
    }
  }

  /** Returns whether there is a function of this name. */
  public static boolean has(String name) {
    return SIGNATURES.containsKey(name);
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
    for (FunctionSignature signature : SIGNATURES.getOrDefault(name, List.of())) {
      ArgumentMatch match = ArgumentMatch.of(signature, arguments);
      if (match != null && (best == null || match.cost() < best.cost())) {
        best = match;
      }
    }
    return best == null ? null : new ResolvedFunction(best);
  }
}
