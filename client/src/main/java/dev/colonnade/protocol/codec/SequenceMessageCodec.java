package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceDefinition;
import dev.colonnade.protocol.sequence.SequenceNumbers;
import dev.colonnade.protocol.sequence.SequenceOwner;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceMode;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import dev.colonnade.protocol.session.DiscardTarget;
import java.util.Optional;

/** Codec of sequences and of the requests that concern sequences and sessions. */
final class SequenceMessageCodec {
  private static final int VALUE_UNSET = 0;
  private static final int VALUE_STANDARD = 1;
  private static final int VALUE_GIVEN = 2;

  private static final SequenceType[] TYPES = SequenceType.values();
  private static final WireSequenceMode[] MODES = WireSequenceMode.values();
  private static final DiscardTarget[] TARGETS = DiscardTarget.values();

  private SequenceMessageCodec() {}

  static void writeCreate(WireWriter out, SequenceRequest.Create create) {
    out.writeText(create.name());
    writeOptions(out, create.options());
    out.writeBoolean(create.ifNotExists());
  }

  static SequenceRequest.Create readCreate(WireReader in) {
    return new SequenceRequest.Create(
        in.readText("createSequence.name"),
        readOptions(in),
        in.readBoolean("createSequence.ifNotExists"));
  }

  static void writeAlter(WireWriter out, SequenceRequest.Alter alter) {
    out.writeText(alter.name());
    writeOptions(out, alter.options());
    writeValue(out, alter.restart());
  }

  static SequenceRequest.Alter readAlter(WireReader in) {
    return new SequenceRequest.Alter(
        in.readText("alterSequence.name"), readOptions(in), readValue(in, "alterSequence.restart"));
  }

  static void writeRename(WireWriter out, SequenceRequest.Rename rename) {
    out.writeText(rename.name());
    out.writeText(rename.newName());
  }

  static SequenceRequest.Rename readRename(WireReader in) {
    return new SequenceRequest.Rename(
        in.readText("renameSequence.name"), in.readText("renameSequence.newName"));
  }

  static void writeDrop(WireWriter out, SequenceRequest.Drop drop) {
    out.writeText(drop.name());
    out.writeBoolean(drop.ifExists());
  }

  static SequenceRequest.Drop readDrop(WireReader in) {
    return new SequenceRequest.Drop(
        in.readText("dropSequence.name"), in.readBoolean("dropSequence.ifExists"));
  }

  static void writeSetValue(WireWriter out, SequenceRequest.SetValue set) {
    out.writeI64(set.sequenceId());
    out.writeI64(set.value());
    out.writeBoolean(set.isCalled());
  }

  static SequenceRequest.SetValue readSetValue(WireReader in) {
    return new SequenceRequest.SetValue(
        in.readI64("setValue.sequenceId"),
        in.readI64("setValue.value"),
        in.readBoolean("setValue.isCalled"));
  }

  static void writeReserve(WireWriter out, SequenceRequest.ReserveValues reserve) {
    out.writeI64(reserve.sequenceId());
    out.writeI64(reserve.count());
  }

  static SequenceRequest.ReserveValues readReserve(WireReader in) {
    return new SequenceRequest.ReserveValues(
        in.readI64("reserveValues.sequenceId"), in.readI64("reserveValues.count"));
  }

  static SessionRequest.Discard readDiscard(WireReader in) {
    return new SessionRequest.Discard(in.readCode(TARGETS, "discard.target"));
  }

  static void writeSetSetting(WireWriter out, SessionRequest.SetSetting set) {
    out.writeText(set.name());
    out.writeText(set.value());
  }

  static SessionRequest.SetSetting readSetSetting(WireReader in) {
    return new SessionRequest.SetSetting(
        in.readText("setSetting.name"), in.readText("setSetting.value"));
  }

  static void writeDescription(WireWriter out, WireSequenceDescription description) {
    out.writeI64(description.id());
    out.writeText(description.name());
    writeDefinition(out, description.definition());
    out.writeI64(description.state().epoch());
    out.writeI64(description.state().lastValue());
    out.writeBoolean(description.state().isCalled());
  }

  static WireSequenceDescription readDescription(WireReader in) {
    return new WireSequenceDescription(
        in.readI64("sequence.id"),
        in.readText("sequence.name"),
        readDefinition(in),
        new WireSequenceDescription.State(
            in.readI64("sequence.epoch"),
            in.readI64("sequence.lastValue"),
            in.readBoolean("sequence.isCalled")));
  }

  static void writeRun(WireWriter out, WireValueRange run) {
    out.writeI64(run.first());
    out.writeI64(run.step());
    out.writeI64(run.count());
  }

  static WireValueRange readRun(WireReader in) {
    return new WireValueRange(
        in.readI64("run.first"), in.readI64("run.step"), in.readI64("run.count"));
  }

  private static void writeDefinition(WireWriter out, SequenceDefinition definition) {
    SequenceDefinition.Numbers numbers = definition.numbers();
    out.writeCode(definition.type());
    out.writeI64(numbers.increment());
    out.writeI64(numbers.min());
    out.writeI64(numbers.max());
    out.writeI64(numbers.start());
    out.writeI64(numbers.cache());
    out.writeBoolean(definition.cycle());
    out.writeCode(definition.mode());
    writeOwner(out, definition.owner());
  }

  private static SequenceDefinition readDefinition(WireReader in) {
    return new SequenceDefinition(
        in.readCode(TYPES, "sequence.type"),
        new SequenceDefinition.Numbers(
            in.readI64("sequence.increment"),
            in.readI64("sequence.min"),
            in.readI64("sequence.max"),
            in.readI64("sequence.start"),
            in.readI64("sequence.cache")),
        in.readBoolean("sequence.cycle"),
        in.readCode(MODES, "sequence.mode"),
        readOwner(in));
  }

  private static void writeOptions(WireWriter out, WireSequenceOptions options) {
    SequenceNumbers numbers = options.numbers();
    if (writePresence(out, options.type())) {
      out.writeCode(options.type().get());
    }
    writeValue(out, numbers.increment());
    writeValue(out, numbers.min());
    writeValue(out, numbers.max());
    writeValue(out, numbers.start());
    writeValue(out, numbers.cache());
    if (writePresence(out, options.cycle())) {
      out.writeBoolean(options.cycle().get());
    }
    if (writePresence(out, options.mode())) {
      out.writeCode(options.mode().get());
    }
    if (writePresence(out, options.owner())) {
      writeOwner(out, options.owner().get());
    }
  }

  private static WireSequenceOptions readOptions(WireReader in) {
    return new WireSequenceOptions(
        in.readBoolean("options.hasType")
            ? Optional.of(in.readCode(TYPES, "options.type"))
            : Optional.empty(),
        new SequenceNumbers(
            readValue(in, "options.increment"),
            readValue(in, "options.min"),
            readValue(in, "options.max"),
            readValue(in, "options.start"),
            readValue(in, "options.cache")),
        in.readBoolean("options.hasCycle")
            ? Optional.of(in.readBoolean("options.cycle"))
            : Optional.empty(),
        in.readBoolean("options.hasMode")
            ? Optional.of(in.readCode(MODES, "options.mode"))
            : Optional.empty(),
        in.readBoolean("options.hasOwner") ? Optional.of(readOwner(in)) : Optional.empty());
  }

  private static boolean writePresence(WireWriter out, Optional<?> option) {
    out.writeBoolean(option.isPresent());
    return option.isPresent();
  }

  private static void writeValue(WireWriter out, OptionValue value) {
    if (value instanceof OptionValue.Given given) {
      out.writeU8(VALUE_GIVEN);
      out.writeI64(given.value());
    } else {
      out.writeU8(value instanceof OptionValue.Standard ? VALUE_STANDARD : VALUE_UNSET);
    }
  }

  private static OptionValue readValue(WireReader in, String field) {
    int tag = in.readU8(field);
    return switch (tag) {
      case VALUE_UNSET -> OptionValue.UNSET;
      case VALUE_STANDARD -> OptionValue.STANDARD;
      case VALUE_GIVEN -> OptionValue.of(in.readI64(field));
      default -> throw ProtocolException.malformed(field + " is unknown: value=" + tag);
    };
  }

  private static void writeOwner(WireWriter out, SequenceOwner owner) {
    out.writeText(owner.table());
    out.writeText(owner.column());
  }

  private static SequenceOwner readOwner(WireReader in) {
    return new SequenceOwner(in.readText("owner.table"), in.readText("owner.column"));
  }
}
