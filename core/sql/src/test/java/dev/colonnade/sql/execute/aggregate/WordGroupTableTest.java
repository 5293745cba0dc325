package dev.colonnade.sql.execute.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.CodedTexts;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WordGroupTableTest {
  private static final List<VectorType> TYPES =
      List.of(
          VectorType.of(TypeKind.BIGINT),
          VectorType.of(TypeKind.TEXT),
          VectorType.of(TypeKind.CHAR),
          VectorType.of(TypeKind.DOUBLE),
          VectorType.of(TypeKind.BOOLEAN));
  private static final String[] TEXTS = {
    "", " ", "a", "\0", "\0\0", "a ", "a  ", "1234567", "12345678", "123456789", "1234567 ", "äöü"
  };
  private static final Double[] DOUBLES = {0.0, -0.0, Double.NaN, 1.5, Double.NEGATIVE_INFINITY};

  @Test
  void shouldFindTheGroupsOfTheGeneralTable() {
    Random random = new Random(1);
    for (int[] keys : new int[][] {{1}, {2}, {0, 1}, {1, 2}, {3, 4}, {0, 1, 2, 3, 4}}) {
      assertThat(WordGroupTable.isFor(keys, TYPES)).isTrue();
      WordGroupTable table = new WordGroupTable(keys, TYPES);
      EncodedGroupTable reference = new EncodedGroupTable(keys, TYPES);
      for (int i = 0; i < 20; i++) {
        VectorBatch batch = batch(random, 1 + random.nextInt(500));
        compare(table, reference, i % 2 == 0 ? batch : CodedTexts.of(batch), i != 10 && i != 19);
      }
    }
  }

  private static void compare(
      WordGroupTable table, EncodedGroupTable reference, VectorBatch batch, boolean addsGroups) {
    int[] found = new int[batch.rowCount()];
    int[] expected = new int[batch.rowCount()];
    table.find(batch, addsGroups, found);
    reference.find(batch, addsGroups, expected);
    assertThat(found).isEqualTo(expected);
    assertThat(table.count()).isEqualTo(reference.count());
    assertThat(table.hash(batch, 0)).isEqualTo(reference.hash(batch, 0));
  }

  private static VectorBatch batch(Random random, int count) {
    Vector[] columns = new Vector[TYPES.size()];
    for (int i = 0; i < columns.length; i++) {
      @Nullable Object[] values = new @Nullable Object[count];
      for (int row = 0; row < count; row++) {
        values[row] = random.nextInt(5) == 0 ? null : value(random, i);
      }
      columns[i] = VectorBuilder.vectorOf(values, TYPES.get(i));
    }
    return new VectorBatch(count, columns);
  }

  private static Object value(Random random, int column) {
    return switch (column) {
      case 0 -> random.nextInt(4) == 0 ? random.nextLong() : (long) random.nextInt(100);
      case 1, 2 ->
          random.nextInt(3) == 0
              ? "a longer text " + random.nextInt(50)
              : TEXTS[random.nextInt(TEXTS.length)];
      case 3 -> DOUBLES[random.nextInt(DOUBLES.length)];
      default -> random.nextBoolean();
    };
  }

  @Test
  void shouldNotBeForTypesWithObjects() {
    List<VectorType> types = List.of(VectorType.decimal(2), VectorType.of(TypeKind.INTERVAL));

    assertThat(WordGroupTable.isFor(new int[] {0}, types)).isFalse();
    assertThat(WordGroupTable.isFor(new int[] {1}, types)).isFalse();
  }
}
