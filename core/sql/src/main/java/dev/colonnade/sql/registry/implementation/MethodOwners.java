package dev.colonnade.sql.registry.implementation;

import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.library.AdvisoryLockFunctions;
import dev.colonnade.sql.function.library.ArrayFunctions;
import dev.colonnade.sql.function.library.JsonRowFunctions;
import dev.colonnade.sql.function.library.LockWaitFunctions;
import dev.colonnade.sql.function.library.NotificationFunctions;
import dev.colonnade.sql.function.library.OperatorFunctions;
import dev.colonnade.sql.function.library.RecordFunctions;
import dev.colonnade.sql.function.library.SystemFunctions;
import dev.colonnade.sql.function.library.array.ArrayConstructionFunctions;
import dev.colonnade.sql.function.library.array.ArrayDimensionFunctions;
import dev.colonnade.sql.function.library.array.ArraySearchFunctions;
import dev.colonnade.sql.function.library.array.ArraySubscriptFunctions;
import dev.colonnade.sql.function.library.base.GeometricFunctions;
import dev.colonnade.sql.function.library.base.HardwareAddressFunctions;
import dev.colonnade.sql.function.library.base.MoneyFunctions;
import dev.colonnade.sql.function.library.base.NetworkFunctions;
import dev.colonnade.sql.function.library.json.JsonComparisonFunctions;
import dev.colonnade.sql.function.library.json.JsonCreationFunctions;
import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.library.json.JsonModificationFunctions;
import dev.colonnade.sql.function.library.json.JsonSubscriptFunctions;
import dev.colonnade.sql.function.library.json.path.JsonPathFunctions;
import dev.colonnade.sql.function.library.numeric.BitFunctions;
import dev.colonnade.sql.function.library.numeric.MathFunctions;
import dev.colonnade.sql.function.library.numeric.TrigonometricFunctions;
import dev.colonnade.sql.function.library.range.MultirangeFunctions;
import dev.colonnade.sql.function.library.range.RangeConstructors;
import dev.colonnade.sql.function.library.range.RangeFunctions;
import dev.colonnade.sql.function.library.temporal.FormattingFunctions;
import dev.colonnade.sql.function.library.temporal.TemporalFunctions;
import dev.colonnade.sql.function.library.temporal.TimeWithZoneFunctions;
import dev.colonnade.sql.function.library.text.BitStringFunctions;
import dev.colonnade.sql.function.library.text.ByteaFunctions;
import dev.colonnade.sql.function.library.text.EncodingFunctions;
import dev.colonnade.sql.function.library.text.HashFunctions;
import dev.colonnade.sql.function.library.text.IdentifierParser;
import dev.colonnade.sql.function.library.text.NormalizationFunctions;
import dev.colonnade.sql.function.library.text.RegexFunctions;
import dev.colonnade.sql.function.library.text.RegexSearchFunctions;
import dev.colonnade.sql.function.library.text.TextFunctions;
import dev.colonnade.sql.function.operator.CatalogFunctions;
import dev.colonnade.sql.function.operator.InformationSchemaFunctions;
import dev.colonnade.sql.function.operator.PrivilegeFunctions;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.Texts;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Classes whose methods implement functions, by their simple names. */
final class MethodOwners {
  private static final Map<String, Class<?>> OWNERS = owners();

  private MethodOwners() {}

  private static Map<String, Class<?>> owners() {
    Map<String, Class<?>> found = new HashMap<>();
    for (Class<?> owner :
        List.of(
            AdvisoryLockFunctions.class,
            LockWaitFunctions.class,
            ArrayConstructionFunctions.class,
            ArrayDimensionFunctions.class,
            ArrayFunctions.class,
            ArraySearchFunctions.class,
            ArraySubscriptFunctions.class,
            BitFunctions.class,
            BitStringFunctions.class,
            ByteaFunctions.class,
            CatalogFunctions.class,
            CheckedArithmetic.class,
            EncodingFunctions.class,
            HashFunctions.class,
            FormattingFunctions.class,
            GeometricFunctions.class,
            HardwareAddressFunctions.class,
            IdentifierParser.class,
            InformationSchemaFunctions.class,
            JsonComparisonFunctions.class,
            JsonCreationFunctions.class,
            JsonFunctions.class,
            JsonModificationFunctions.class,
            JsonPathFunctions.class,
            JsonRowFunctions.class,
            JsonSubscriptFunctions.class,
            MathFunctions.class,
            MoneyFunctions.class,
            MultirangeFunctions.class,
            NetworkFunctions.class,
            NotificationFunctions.class,
            OperatorFunctions.class,
            PrivilegeFunctions.class,
            RangeConstructors.class,
            RangeFunctions.class,
            RecordFunctions.class,
            RegexFunctions.class,
            NormalizationFunctions.class,
            RegexSearchFunctions.class,
            SystemFunctions.class,
            TemporalFunctions.class,
            TextFunctions.class,
            TimeWithZoneFunctions.class,
            Texts.class,
            TrigonometricFunctions.class)) {
      found.put(owner.getSimpleName(), owner);
    }
    return Map.copyOf(found);
  }

  /**
   * Returns the method of a name, as {@code TextFunctions.lower}, that takes an argument count or
   * more, with the fewest parameters.
   */
  static Method find(String name, int argumentCount) {
    int point = name.indexOf('.');
    Class<?> owner = point < 0 ? null : OWNERS.get(name.substring(0, point));
    if (owner == null) {
      throw new IllegalArgumentException("no such class of functions: name=" + name);
    }
    Method best = null;
    for (Method method : owner.getMethods()) {
      boolean isWide = method.isVarArgs() || parameterCount(method) >= argumentCount;
      if (method.getName().equals(name.substring(point + 1))
          && isWide
          && (best == null || parameterCount(method) < parameterCount(best))) {
        best = method;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("no such method: name=" + name);
    }
    return best;
  }

  /** Returns the count of the parameters that are arguments. */
  static int parameterCount(Method method) {
    return method.getParameterCount() - (ScalarFunction.serviceOf(method) == null ? 0 : 1);
  }
}
