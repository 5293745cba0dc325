package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceDefinition;
import dev.colonnade.protocol.sequence.SequenceNumbers;
import dev.colonnade.protocol.sequence.SequenceOwner;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceMode;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** Generator of valid sequence messages. */
final class RandomSequences {
  private final Random random;
  private final RandomSchemas schemas;

  RandomSequences(Random random, RandomSchemas schemas) {
    this.random = random;
    this.schemas = schemas;
  }

  SequenceRequest create() {
    return new SequenceRequest.Create(schemas.text(), options(), random.nextBoolean());
  }

  SequenceRequest alter() {
    return new SequenceRequest.Alter(schemas.text(), options(), value());
  }

  WireSequenceDescription description() {
    long min = random.nextLong();
    SequenceDefinition.Numbers numbers =
        new SequenceDefinition.Numbers(
            random.nextLong() | 1,
            min,
            Math.max(min, random.nextLong()),
            random.nextLong(),
            random.nextLong(1, Long.MAX_VALUE));
    SequenceDefinition definition =
        new SequenceDefinition(
            any(SequenceType.values()),
            numbers,
            random.nextBoolean(),
            any(WireSequenceMode.values()),
            owner());
    return new WireSequenceDescription(
        random.nextLong(),
        schemas.text(),
        definition,
        new WireSequenceDescription.State(
            random.nextLong(Long.MAX_VALUE), random.nextLong(), random.nextBoolean()));
  }

  WireValueRange run() {
    return new WireValueRange(
        random.nextInt(), random.nextInt() | 1, random.nextInt(1, Integer.MAX_VALUE));
  }

  private WireSequenceOptions options() {
    return new WireSequenceOptions(
        maybe(() -> any(SequenceType.values())),
        new SequenceNumbers(value(), value(), value(), value(), value()),
        maybe(random::nextBoolean),
        maybe(() -> any(WireSequenceMode.values())),
        maybe(this::owner));
  }

  private OptionValue value() {
    return switch (random.nextInt(3)) {
      case 0 -> OptionValue.UNSET;
      case 1 -> OptionValue.STANDARD;
      default -> OptionValue.of(random.nextLong());
    };
  }

  private SequenceOwner owner() {
    return random.nextBoolean()
        ? SequenceOwner.NONE
        : new SequenceOwner("t" + schemas.text(), "c" + schemas.text());
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
