package dev.colonnade.sql.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttributeNumbersTest {
  @Test
  void shouldKeepIdsThatAscend() {
    assertThat(numbers(List.of(1, 2, 5, 9))).containsExactly(1, 2, 5, 9);
  }

  @Test
  void shouldNumberColumnsOfChangedTypesBeforeTheNext() {
    assertThat(numbers(List.of(4, 2, 3))).containsExactly(1, 2, 3);
    assertThat(numbers(List.of(1, 5, 6))).containsExactly(1, 5, 6);
    assertThat(numbers(List.of(5, 8, 6))).containsExactly(4, 5, 6);
  }

  /** Columns are added, dropped and changed at random; those not changed keep their numbers. */
  @Test
  void shouldAscendAndKeepNumbersOfColumnsThatWereNotChanged() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<Integer> ids = new ArrayList<>(List.of(1, 2, 3));
      List<Integer> created = new ArrayList<>(ids);
      int last = 3;
      for (int step = 0; step < 20; step++) {
        int at = random.nextInt(ids.size());
        switch (random.nextInt(3)) {
          case 0 -> {
            ids.add(++last);
            created.add(last);
          }
          case 1 -> ids.set(at, ++last);
          default -> {
            if (ids.size() > 1) {
              ids.remove(at);
              created.remove(at);
            }
          }
        }
        List<Integer> numbers = numbers(ids);
        assertThat(numbers).isSorted().doesNotHaveDuplicates().allMatch(number -> number > 0);
        for (int i = 0; i < ids.size(); i++) {
          if (ids.get(i).equals(created.get(i))) {
            assertThat(numbers.get(i)).isEqualTo(ids.get(i));
          }
        }
      }
    }
  }

  private static List<Integer> numbers(List<Integer> ids) {
    List<Column> columns =
        ids.stream().map(id -> new Column(id, "c" + id, ColumnType.Plain.INTEGER, false)).toList();
    TableSchema schema =
        new TableSchema(
            1,
            columns,
            List.of(KeyColumn.ascending(ids.getFirst())),
            List.of(new ColumnFamily(ColumnFamily.FIRST_ID, "main", ids.subList(1, ids.size()))));
    AttributeNumbers numbers = AttributeNumbers.of(schema);
    return ids.stream().map(numbers::of).toList();
  }
}
