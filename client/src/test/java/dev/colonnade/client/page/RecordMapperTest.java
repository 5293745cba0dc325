package dev.colonnade.client.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of {@link RecordMapper} and of the names of {@link RowCursor}. */
class RecordMapperTest {
  private static final List<ResultColumn> COLUMNS =
      List.of(
          new ResultColumn(1, "id", WireType.INTEGER, false),
          new ResultColumn(2, "street_name", WireType.TEXT, true),
          new ResultColumn(3, "size", WireType.REAL, true),
          new ResultColumn(4, "kind", WireType.TEXT, true));

  /** Kind of a place. */
  enum Kind {
    CITY,
    LAKE
  }

  record Place(long id, String streetName, @Nullable Double size, @Nullable Kind kind) {}

  record Street(String street_name, int id) {}

  record Unknown(int id, String owner) {}

  record WrongType(String id) {}

  record Narrow(short id) {}

  record Primitive(float size) {}

  record Strict(int id) {
    Strict {
      if (id > 1) {
        throw new IllegalStateException("id is " + id);
      }
    }
  }

  /** Reader of objects. */
  private static final class Objects extends ColumnReader {
    private final @Nullable Object[] values;

    Objects(ResultColumn column, @Nullable Object... values) {
      super(column);
      this.values = values;
    }

    private Object at(int row) {
      Object value = values[row];
      if (value == null) {
        throw new IllegalStateException("value is NULL");
      }
      return value;
    }

    @Override
    public boolean isNull(int row) {
      return values[row] == null;
    }

    @Override
    public int intAt(int row) {
      return (int) at(row);
    }

    @Override
    public float floatAt(int row) {
      return (float) at(row);
    }

    @Override
    public int byteLengthAt(int row) {
      return String.valueOf(at(row)).length();
    }

    @Override
    public void copyBytesAt(int row, byte[] target, int targetOffset) {
      byte[] bytes = String.valueOf(at(row)).getBytes(StandardCharsets.UTF_8);
      System.arraycopy(bytes, 0, target, targetOffset, bytes.length);
    }

    @Override
    protected void detach() {
      Arrays.fill(values, null);
    }
  }

  private static ResultPage page() {
    List<Objects> readers =
        List.of(
            new Objects(COLUMNS.get(0), 1, 2),
            new Objects(COLUMNS.get(1), "Main", "Hill"),
            new Objects(COLUMNS.get(2), 1.5f, null),
            new Objects(COLUMNS.get(3), "LAKE", null));
    return new ResultPage(COLUMNS, PageFixtures.info(2), readers::get, Unpooled.directBuffer(1));
  }

  @Test
  void shouldMapRowsByNamesAndWidenValues() {
    List<Place> places;
    List<Street> streets;
    try (ResultPage page = page()) {
      places = RecordMapper.of(Place.class).map(page);
      streets = RecordMapper.of(Street.class).map(page);
    }
    assertThat(places)
        .containsExactly(new Place(1, "Main", 1.5, Kind.LAKE), new Place(2, "Hill", null, null));
    assertThat(streets).containsExactly(new Street("Main", 1), new Street("Hill", 2));
  }

  @Test
  void shouldRefuseComponentsThatNoColumnFits() {
    try (ResultPage page = page()) {
      assertThatThrownBy(() -> RecordMapper.of(Unknown.class).map(page))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessageContaining("component=owner");
      assertThatThrownBy(() -> RecordMapper.of(WrongType.class).map(page))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("component=id expected=Integer found=String");
      assertThatThrownBy(() -> RecordMapper.of(Narrow.class).map(page))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shouldReportNullsOfPrimitivesAndFailuresOfConstructors() {
    try (ResultPage page = page()) {
      assertThatThrownBy(() -> RecordMapper.of(Primitive.class).map(page))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("component=size");
      assertThatThrownBy(() -> RecordMapper.of(Strict.class).map(page))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("id is 2");
    }
  }

  @Test
  void shouldReadTheCurrentRowByColumnName() {
    try (ResultPage page = page()) {
      RowCursor rows = page.rows();
      assertThat(rows.next()).isTrue();
      assertThat(rows.intAt("id")).isEqualTo(1);
      assertThat(rows.textAt("street_name")).isEqualTo("Main");
      assertThat(rows.floatAt("size")).isEqualTo(1.5f);
      assertThat(rows.next()).isTrue();
      assertThat(rows.isNull("size")).isTrue();
      assertThat(rows.objectAt("kind")).isNull();
      assertThat(rows.columnIndex("kind")).isEqualTo(3);
      assertThatThrownBy(() -> rows.intAt("ID")).isInstanceOf(NoSuchElementException.class);
    }
  }
}
