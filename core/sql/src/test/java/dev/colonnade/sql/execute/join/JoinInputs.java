package dev.colonnade.sql.execute.join;

import dev.colonnade.sql.execute.TestCondition;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random inputs of joins: columns are a whole number, a text, a number of another type on each
 * side, and a number of the row.
 */
final class JoinInputs {
  static final List<VectorType> LEFT_TYPES =
      List.of(
          VectorType.of(TypeKind.INTEGER),
          VectorType.of(TypeKind.TEXT),
          VectorType.of(TypeKind.BIGINT),
          VectorType.of(TypeKind.INTEGER));
  static final List<VectorType> RIGHT_TYPES =
      List.of(
          VectorType.of(TypeKind.BIGINT),
          VectorType.of(TypeKind.TEXT),
          VectorType.decimal(2),
          VectorType.of(TypeKind.INTEGER));
  static final List<VectorType> PAIR_TYPES = pairTypes();

  /** Sets of keys that the tests use. */
  static final List<List<JoinPlan.Key>> KEYS =
      List.of(
          List.of(new JoinPlan.Key(0, 0, false)),
          List.of(new JoinPlan.Key(0, 0, true)),
          List.of(new JoinPlan.Key(1, 1, false)),
          List.of(new JoinPlan.Key(2, 2, false)),
          List.of(new JoinPlan.Key(0, 0, false), new JoinPlan.Key(1, 1, false)),
          List.of(new JoinPlan.Key(1, 1, true), new JoinPlan.Key(0, 0, false)),
          List.of(
              new JoinPlan.Key(2, 2, false),
              new JoinPlan.Key(1, 1, true),
              new JoinPlan.Key(0, 0, false)));

  private JoinInputs() {}

  private static List<VectorType> pairTypes() {
    List<VectorType> types = new ArrayList<>(LEFT_TYPES);
    types.addAll(RIGHT_TYPES);
    return List.copyOf(types);
  }

  static List<VectorType> resultTypes(JoinPlan.Kind kind) {
    return kind.isLeftOnly() ? LEFT_TYPES : PAIR_TYPES;
  }

  static JoinShape shape(
      JoinPlan.Kind kind, List<JoinPlan.Key> keys, @Nullable TestCondition condition) {
    return new JoinShape(kind, LEFT_TYPES, RIGHT_TYPES, keys, condition);
  }

  /** Returns a condition over the row numbers that is true, false or unknown. */
  static TestCondition condition() {
    return new TestCondition(
        PAIR_TYPES,
        pair -> {
          Object left = pair.get(3);
          Object right = pair.get(7);
          if (left == null || right == null) {
            return null;
          }
          int sum = (Integer) left + (Integer) right;
          return sum % 5 == 0 ? null : (Boolean) (sum % 2 == 0);
        });
  }

  static TestRows left(Random random, int count, int distinct) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          TestRows.row(
              orNull(random, random.nextInt(distinct)),
              orNull(random, "k" + random.nextInt(distinct)),
              orNull(random, (long) random.nextInt(distinct)),
              i));
    }
    return new TestRows(LEFT_TYPES, rows);
  }

  static TestRows right(Random random, int count, int distinct) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          TestRows.row(
              orNull(random, (long) random.nextInt(distinct)),
              orNull(random, "k" + random.nextInt(distinct)),
              orNull(random, BigDecimal.valueOf(random.nextInt(distinct)).setScale(2)),
              i));
    }
    return new TestRows(RIGHT_TYPES, rows);
  }

  private static @Nullable Object orNull(Random random, Object value) {
    return random.nextInt(6) == 0 ? null : value;
  }
}
