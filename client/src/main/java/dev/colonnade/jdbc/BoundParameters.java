package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.value.ParameterForm;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values that have been set for the parameters of a statement. */
final class BoundParameters {
  /** The most parameters of a statement, as PostgreSQL has it. */
  private static final int COUNT_MAX = 65_535;

  private final List<@Nullable Object> values = new ArrayList<>();
  private final BitSet isSet = new BitSet();

  /** Sets a value, one of the classes that {@link ParameterForm#plain} gives. */
  void set(int parameter, @Nullable Object value) throws SQLException {
    if (parameter < 1 || parameter > COUNT_MAX) {
      throw SqlFailures.badArgument("there is no such parameter: parameter=" + parameter);
    }
    while (values.size() < parameter) {
      values.add(null);
    }
    values.set(parameter - 1, value);
    isSet.set(parameter - 1);
  }

  void clear() {
    values.clear();
    isSet.clear();
  }

  /** The values as they travel to parameters of these types. */
  @Nullable Object[] forTypes(List<SqlTypeInfo> types) throws SQLException {
    if (values.size() > types.size()) {
      throw SqlFailures.badArgument(
          "there is no such parameter: parameter="
              + values.size()
              + " parameterCount="
              + types.size());
    }
    @Nullable Object[] travelling = new @Nullable Object[types.size()];
    for (int i = 0; i < travelling.length; i++) {
      if (!isSet.get(i)) {
        throw new java.sql.SQLNonTransientException(
            "No value specified for parameter " + (i + 1) + ".", "22023");
      }
      travelling[i] = ParameterForm.forType(types.get(i), values.get(i));
    }
    return travelling;
  }
}
