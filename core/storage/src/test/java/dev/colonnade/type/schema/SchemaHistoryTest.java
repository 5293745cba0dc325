package dev.colonnade.type.schema;

import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.INTEGER;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SchemaHistoryTest {
  private static final TableSchema FIRST =
      TableSchema.builder()
          .required("k", BIGINT)
          .nullable("a", TEXT)
          .nullable("b", INTEGER)
          .key("k")
          .family("f0", "a")
          .family("f1", "b")
          .build();
  private static final SchemaHistory HISTORY = new SchemaHistory(FIRST);

  @Test
  void shouldAddColumn() {
    SchemaHistory changed = HISTORY.addColumn("c", INTEGER, false, 7, 1);

    assertThat(changed.latest().version()).isEqualTo(2);
    assertThat(changed.version(1)).isEqualTo(FIRST);
    assertThat(changed.latest().column("c")).isEqualTo(new Column(4, "c", INTEGER, false, 7));
    assertThat(changed.latest().familyOf(4).name()).isEqualTo("f1");
    assertThat(changed.addColumn("d", TEXT, true, null).latest().familyOf(5).name())
        .isEqualTo("f0");
    assertThat(HISTORY.versions()).hasSize(1);
  }

  @Test
  void shouldRejectAddingInvalidColumns() {
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> HISTORY.addColumn("c", INTEGER, false, null));
    assertCode(ErrorCode.DUPLICATE_COLUMN, () -> HISTORY.addColumn("a", INTEGER, true, null));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> HISTORY.addColumn("c", INTEGER, true, null, 2));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> HISTORY.addColumn("c", INTEGER, true, "x"));
  }

  @Test
  void shouldDropColumnAndKeepItsEmptyFamilyAndItsId() {
    SchemaHistory dropped = HISTORY.dropColumn("b");

    assertThat(dropped.latest().hasColumn("b")).isFalse();
    assertThat(dropped.latest().family(1).columnIds()).isEmpty();
    assertThat(dropped.latest().hasFamilyByte()).isTrue();
    SchemaHistory again = dropped.addColumn("b", TEXT, true, null, 1);
    assertThat(again.latest().column("b").id()).isEqualTo(4);
    assertThat(again.versions()).hasSize(3);
  }

  @Test
  void shouldRejectDroppingKeyOrUnknownColumn() {
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> HISTORY.dropColumn("k"));
    assertCode(ErrorCode.UNKNOWN_COLUMN, () -> HISTORY.dropColumn("x"));
  }

  @Test
  void shouldAddFamilyOnlyIfThereAreSeveral() {
    SchemaHistory changed = HISTORY.addFamily("f2").addColumn("c", TEXT, true, null, 2);
    assertThat(changed.latest().familyOf(4).name()).isEqualTo("f2");
    SchemaHistory single =
        new SchemaHistory(TableSchema.builder().required("k", BIGINT).key("k").build());
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> single.addFamily("f2"));
  }

  @Test
  void shouldRejectUnknownVersion() {
    assertCode(ErrorCode.UNKNOWN_SCHEMA_VERSION, () -> HISTORY.version(0));
    assertCode(ErrorCode.UNKNOWN_SCHEMA_VERSION, () -> HISTORY.version(2));
  }

  @Test
  void shouldRejectIncompatibleVersions() {
    TableSchema gap = new TableSchema(3, FIRST.columns(), FIRST.primaryKey(), FIRST.families());
    assertRejected(FIRST, gap);
    TableSchema otherKey =
        new TableSchema(2, FIRST.columns(), List.of(KeyColumn.descending(1)), FIRST.families());
    assertRejected(FIRST, otherKey);
    TableSchema oneFamily =
        new TableSchema(
            2,
            FIRST.columns(),
            FIRST.primaryKey(),
            List.of(new ColumnFamily(0, "f0", List.of(2, 3))));
    assertRejected(FIRST, oneFamily);
    assertRejected(FIRST, withColumn(new Column(3, "b", BIGINT, true)));
    assertRejected(FIRST, withColumn(new Column(3, "b", INTEGER, true, 1)));
    TableSchema moved =
        new TableSchema(
            2,
            FIRST.columns(),
            FIRST.primaryKey(),
            List.of(
                new ColumnFamily(0, "f0", List.of(2, 3)), new ColumnFamily(1, "f1", List.of())));
    assertRejected(FIRST, moved);
    TableSchema dropped = HISTORY.dropColumn("b").latest();
    TableSchema reused = new TableSchema(3, FIRST.columns(), FIRST.primaryKey(), FIRST.families());
    assertRejected(FIRST, dropped, reused);
    assertRejected();
  }

  @Test
  void shouldAcceptRenamedColumnAndChangedNullability() {
    TableSchema renamed = withColumn(new Column(3, "renamed", INTEGER, false));
    assertThat(new SchemaHistory(List.of(FIRST, renamed)).latest().column(3).name())
        .isEqualTo("renamed");
  }

  private static TableSchema withColumn(Column third) {
    List<Column> columns = List.of(FIRST.column(1), FIRST.column(2), third);
    return new TableSchema(2, columns, FIRST.primaryKey(), FIRST.families());
  }

  private static void assertRejected(TableSchema... versions) {
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new SchemaHistory(List.of(versions)));
  }

  @Test
  void shouldAcceptOnlyLongerText() {
    ColumnType three = ColumnType.varchar(3);
    SchemaHistory first =
        new SchemaHistory(TableSchema.builder().required("k", three).key("k").build());
    SchemaHistory longer = first.widenColumn("k", ColumnType.varchar(4));

    assertThat(longer.widenColumn("k", TEXT).latest().column("k").type()).isEqualTo(TEXT);
    assertThat(longer.version(1).column("k").type()).isEqualTo(three);
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> longer.widenColumn("k", three));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> HISTORY.widenColumn("b", BIGINT));
  }

  @Test
  void shouldApplyNewEnumLabelsToAllVersions() {
    EnumType color = EnumType.create(5, "color", List.of("red"));
    EnumType more = color.withLast("green");
    SchemaHistory history =
        new SchemaHistory(
                TableSchema.builder()
                    .required("k", BIGINT)
                    .nullable("c", ColumnType.enumerated(color))
                    .key("k")
                    .build())
            .addColumn("d", ColumnType.enumerated(color), true, "red");

    SchemaHistory changed = history.over(more);

    assertThat(changed.versions()).hasSize(2);
    assertThat(changed.version(1).column("c").type()).isEqualTo(ColumnType.enumerated(more));
    assertThat(changed.version(2).column("d").type()).isEqualTo(ColumnType.enumerated(more));
    EnumType other = EnumType.create(5, "color", List.of("blue"));
    assertCode(ErrorCode.UNKNOWN_ENUM_LABEL, () -> history.over(other));
    assertThat(history.over(EnumType.create(6, "size", List.of()))).isEqualTo(history);
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldReplaceAHiddenKeyAndAPrimaryKeyByEachOther() {
    SchemaHistory hidden =
        new SchemaHistory(
            TableSchema.builder()
                .nullable("a", ColumnType.Plain.INTEGER)
                .nullable("b", ColumnType.Plain.TEXT)
                .required(Column.HIDDEN_KEY, ColumnType.Plain.BIGINT)
                .key(Column.HIDDEN_KEY)
                .build());
    int keyId = hidden.latest().column("a").id();
    SchemaHistory declared = hidden.underKey(List.of(KeyColumn.descending(keyId)));
    assertThat(declared.latest().hasHiddenKey()).isFalse();
    assertThat(declared.latest().column("a").nullable()).isFalse();
    assertThat(declared.latest().columns()).extracting(Column::name).containsExactly("a", "b");
    assertUnknownVersion(declared, hidden.latest().version());
    SchemaHistory again = declared.underHiddenKey();
    assertThat(again.latest().hasHiddenKey()).isTrue();
    assertThat(again.latest().familyOf(keyId).id()).isEqualTo(ColumnFamily.FIRST_ID);
    assertThat(again.latest().column("a").nullable()).isFalse();
    assertThat(again.latest().column(Column.HIDDEN_KEY).id())
        .isNotEqualTo(hidden.latest().column(Column.HIDDEN_KEY).id());
    // The first version has a hidden key too, but another one.
    assertUnknownVersion(again, hidden.latest().version());
    assertUnknownVersion(again, declared.latest().version());
    assertThat(again.version(again.latest().version())).isEqualTo(again.latest());
  }

  private static void assertUnknownVersion(SchemaHistory history, int version) {
    assertThatThrownBy(() -> history.version(version))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SCHEMA_VERSION));
  }
}
