package dev.colonnade.server.translate;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceDefinition;
import dev.colonnade.protocol.sequence.SequenceNumbers;
import dev.colonnade.protocol.sequence.SequenceOwner;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.sequence.definition.OptionChange;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequenceOptionsBuilder;
import dev.colonnade.sequence.definition.ValueRun;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of sequences between protocol records and engine types. Owner columns are identified
 * by name in the protocol and by id in the engine.
 */
public final class SequenceTranslator {
  private SequenceTranslator() {}

  /**
   * Returns the options of a new sequence; UNKNOWN_TABLE or UNKNOWN_COLUMN if its owner is missing.
   */
  public static SequenceOptions options(
      dev.colonnade.protocol.sequence.WireSequenceOptions wire, CatalogSnapshot catalog) {
    SequenceNumbers numbers = wire.numbers();
    SequenceOptionsBuilder builder = SequenceOptions.builder();
    wire.type().ifPresent(type -> builder.as(kind(type)));
    if (numbers.increment() instanceof OptionValue.Given(long increment)) {
      builder.increment(increment);
    }
    if (numbers.min() instanceof OptionValue.Given(long min)) {
      builder.min(min);
    }
    if (numbers.max() instanceof OptionValue.Given(long max)) {
      builder.max(max);
    }
    if (numbers.start() instanceof OptionValue.Given(long start)) {
      builder.start(start);
    }
    if (numbers.cache() instanceof OptionValue.Given(long cache)) {
      builder.cache(cache);
    }
    wire.cycle().ifPresent(builder::cycle);
    wire.mode().ifPresent(mode -> builder.mode(mode(mode)));
    wire.owner().ifPresent(owner -> builder.ownedBy(owner(owner, catalog)));
    return builder.build();
  }

  /** Returns a change; throws UNKNOWN_TABLE or UNKNOWN_COLUMN if the new owner is missing. */
  public static SequenceChange change(SequenceRequest.Alter wire, CatalogSnapshot catalog) {
    SequenceNumbers numbers = wire.options().numbers();
    return new SequenceChange(
        wire.options().type().map(SequenceTranslator::kind).orElse(null),
        adjustment(numbers.increment()),
        adjustment(numbers.min()),
        adjustment(numbers.max()),
        adjustment(numbers.start()),
        adjustment(numbers.cache()),
        wire.options().cycle().orElse(null),
        wire.options().mode().map(SequenceTranslator::mode).orElse(null),
        wire.options()
            .owner()
            .map(owner -> new SequenceChange.Ownership(owner(owner, catalog)))
            .orElse(null),
        adjustment(wire.restart()));
  }

  /** Returns the protocol description of a sequence. */
  public static WireSequenceDescription description(
      dev.colonnade.sequence.SequenceDescription sequence, CatalogSnapshot catalog) {
    SequenceOptions options = sequence.options();
    SequenceDefinition definition =
        new SequenceDefinition(
            type(options.as()),
            new SequenceDefinition.Numbers(
                options.increment(),
                options.min(),
                options.max(),
                options.start(),
                options.cache()),
            options.cycle(),
            mode(options.mode()),
            owner(options.ownedBy(), catalog));
    return new WireSequenceDescription(
        sequence.id(),
        sequence.name(),
        definition,
        new WireSequenceDescription.State(
            sequence.epoch(), sequence.lastValue(), sequence.isCalled()));
  }

  public static dev.colonnade.protocol.sequence.WireValueRange run(ValueRun run) {
    return new dev.colonnade.protocol.sequence.WireValueRange(run.first(), run.step(), run.count());
  }

  private static OptionChange adjustment(OptionValue value) {
    return switch (value) {
      case OptionValue.Unset _ -> OptionChange.KEEP;
      case OptionValue.Standard _ -> OptionChange.DEFAULT;
      case OptionValue.Given(long given) -> OptionChange.to(given);
    };
  }

  private static SequenceDataType kind(SequenceType type) {
    return switch (type) {
      case SMALLINT -> SequenceDataType.SMALLINT;
      case INTEGER -> SequenceDataType.INTEGER;
      case BIGINT -> SequenceDataType.BIGINT;
    };
  }

  private static SequenceType type(SequenceDataType kind) {
    return switch (kind) {
      case SMALLINT -> SequenceType.SMALLINT;
      case INTEGER -> SequenceType.INTEGER;
      case BIGINT -> SequenceType.BIGINT;
    };
  }

  private static SequenceMode mode(dev.colonnade.protocol.sequence.WireSequenceMode mode) {
    return switch (mode) {
      case NORMAL -> SequenceMode.NORMAL;
      case ORDERED -> SequenceMode.ORDERED;
      case GAPLESS -> SequenceMode.GAPLESS;
    };
  }

  private static dev.colonnade.protocol.sequence.WireSequenceMode mode(SequenceMode mode) {
    return switch (mode) {
      case NORMAL -> dev.colonnade.protocol.sequence.WireSequenceMode.NORMAL;
      case ORDERED -> dev.colonnade.protocol.sequence.WireSequenceMode.ORDERED;
      case GAPLESS -> dev.colonnade.protocol.sequence.WireSequenceMode.GAPLESS;
    };
  }

  private static @Nullable OwningColumn owner(SequenceOwner owner, CatalogSnapshot catalog) {
    if (owner.isNone()) {
      return null;
    }
    Table table = catalog.table(owner.table());
    return new OwningColumn(table.id(), table.schema().column(owner.column()).id());
  }

  /** Returns the owner; NONE if its table or column is dropped. */
  private static SequenceOwner owner(@Nullable OwningColumn owner, CatalogSnapshot catalog) {
    Table table = owner == null ? null : catalog.findTable(owner.tableId());
    return owner != null && table != null && table.schema().hasColumn(owner.columnId())
        ? new SequenceOwner(table.name(), table.schema().column(owner.columnId()).name())
        : SequenceOwner.NONE;
  }
}
