package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemRelation;
import java.util.function.BiConsumer;

/** Row producers of the tables about sequences. */
final class SequenceTables {
  private SequenceTables() {}

  private static void forEach(
      SystemCatalogView view, BiConsumer<SystemRelation, SequenceDescription> action) {
    for (var found : view.objects().catalog().relations()) {
      SystemRelation relation = view.objects().relation(SystemOids.of(found.id()));
      if (found instanceof SequenceEntry sequence && relation != null) {
        action.accept(relation, view.source().sequence(sequence.sequenceId()));
      }
    }
  }

  private static String typeName(SequenceDataType kind) {
    return switch (kind) {
      case SMALLINT -> "smallint";
      case INTEGER -> "integer";
      case BIGINT -> "bigint";
    };
  }

  private static int bits(SequenceDataType kind) {
    return switch (kind) {
      case SMALLINT -> Short.SIZE;
      case INTEGER -> Integer.SIZE;
      case BIGINT -> Long.SIZE;
    };
  }

  static void sequences(SystemCatalogView view, SystemRows rows) {
    forEach(
        view,
        (relation, sequence) -> {
          SequenceOptions options = sequence.options();
          rows.row()
              .set("seqrelid", relation.oid())
              .set("seqtypid", SystemTypes.requireNamed(typeName(options.as())).oid())
              .set("seqstart", options.start())
              .set("seqincrement", options.increment())
              .set("seqmax", options.max())
              .set("seqmin", options.min())
              .set("seqcache", options.cache())
              .set("seqcycle", options.cycle());
        });
  }

  public static void shown(SystemCatalogView view, SystemRows rows) {
    forEach(
        view,
        (relation, sequence) -> {
          SequenceOptions options = sequence.options();
          rows.row()
              .set("schemaname", relation.schema().name())
              .set("sequencename", relation.name())
              .set("sequenceowner", view.objects().privileges().ownerName(relation))
              .set("data_type", SystemTypes.requireNamed(typeName(options.as())).oid())
              .set("start_value", options.start())
              .set("min_value", options.min())
              .set("max_value", options.max())
              .set("increment_by", options.increment())
              .set("cycle", options.cycle())
              .set("cache_size", options.cache())
              .set(
                  "last_value",
                  sequence.isCalled() && view.objects().privileges().isAccessible(relation)
                      ? (Long) sequence.lastValue()
                      : null);
        });
  }

  /** Adds the current value of each sequence by its id. */
  public static void values(SystemCatalogView view, SystemRows rows) {
    for (var found : view.objects().catalog().relations()) {
      if (found instanceof SequenceEntry entry) {
        SequenceDescription sequence = view.source().sequence(entry.sequenceId());
        rows.row()
            .set("id", entry.id())
            .set("last_value", sequence.lastValue())
            .set("log_cnt", 0)
            .set("is_called", sequence.isCalled());
      }
    }
  }

  static void information(SystemCatalogView view, SystemRows rows) {
    forEach(
        view,
        (relation, sequence) -> {
          SequenceOptions options = sequence.options();
          rows.row()
              .set("sequence_catalog", view.database())
              .set("sequence_schema", relation.schema().name())
              .set("sequence_name", relation.name())
              .set("data_type", typeName(options.as()))
              .set("numeric_precision", bits(options.as()))
              .set("numeric_precision_radix", 2)
              .set("numeric_scale", 0)
              .set("start_value", Long.toString(options.start()))
              .set("minimum_value", Long.toString(options.min()))
              .set("maximum_value", Long.toString(options.max()))
              .set("increment", Long.toString(options.increment()))
              .set("cycle_option", options.cycle() ? "YES" : "NO");
        });
  }
}
