package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.translate.SequenceTranslator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Handler of sequence requests: definitions and values. A cached value is returned on the event
 * loop that read the request; a value that has to be reserved first is returned asynchronously, and
 * no thread waits for the reservation.
 */
final class SequenceRequestHandler {
  private static final int READS = Privilege.mask(Privilege.USAGE, Privilege.SELECT);
  private static final int ANY =
      Privilege.mask(Privilege.USAGE, Privilege.SELECT, Privilege.UPDATE);

  private final Session session;
  private final Sequences sequences;
  private final SequenceSession values;

  /** Confined to the event loop of the connection. */
  private final LongResult result = new LongResult();

  SequenceRequestHandler(Session session, Sequences sequences) {
    this.session = requireNonNull(session, "session is null");
    this.sequences = requireNonNull(sequences, "sequences is null");
    this.values = session.sequences();
  }

  /** Responds with the next value, at once or when it is reserved. */
  public void next(SequenceRequest.NextValue request, Exchange exchange) {
    Sequence sequence = sequences.require(request.sequenceId());
    session.rights().requireNextValue(sequence.id());
    if (values.tryNext(sequence, result)) {
      exchange.answer(new SequenceResponse.Value(result.value()));
      return;
    }
    CompletableFuture<Long> _ =
        values
            .next(sequence, exchange.timeoutNanos())
            .whenComplete(
                (value, failure) -> {
                  if (failure != null) {
                    exchange.fail(failure);
                  } else {
                    exchange.answer(new SequenceResponse.Value(value));
                  }
                });
  }

  /** Responds with a block of values for a bulk load when it is reserved. */
  void reserve(SequenceRequest.ReserveValues request, Exchange exchange) {
    session.rights().requireNextValue(request.sequenceId());
    CompletableFuture<?> _ =
        values
            .reserve(
                sequences.require(request.sequenceId()), request.count(), exchange.timeoutNanos())
            .whenComplete(
                (runs, failure) -> {
                  if (failure != null) {
                    exchange.fail(failure);
                  } else {
                    exchange.answer(
                        new SequenceResponse.Runs(
                            runs.stream().map(SequenceTranslator::run).toList()));
                  }
                });
  }

  Response current(SequenceRequest.CurrentValue request) {
    Sequence sequence = sequences.require(request.sequenceId());
    session.rights().requireSequence(sequence.id(), READS);
    return new SequenceResponse.Value(values.currentValue(sequence));
  }

  Response last() {
    return new SequenceResponse.Value(values.lastValue());
  }

  Response describe(SequenceRequest.Describe request) {
    Sequence sequence = sequences.require(request.name());
    // The description contains the last value.
    session.rights().requireSequence(sequence.id(), ANY);
    return described(sequence.description());
  }

  Response names() {
    Set<Long> visible =
        session.catalog().relations().stream()
            .filter(session.rights()::sees)
            .filter(SequenceEntry.class::isInstance)
            .map(relation -> ((SequenceEntry) relation).sequenceId())
            .collect(Collectors.toSet());
    return new SequenceResponse.Names(
        sequences.all().stream()
            .filter(sequence -> visible.contains(sequence.id()))
            .map(Sequence::name)
            .toList());
  }

  Response create(SequenceRequest.Create request) {
    Sequence existing = sequences.find(request.name());
    if (existing != null && request.ifNotExists()) {
      return described(existing.description());
    }
    session.rights().requireCreate(BuiltIns.PUBLIC_ID);
    requireOwnerOf(request.options());
    SequenceOptions options = SequenceTranslator.options(request.options(), session.catalog());
    try {
      Sequence created =
          session.defineSequence(operations -> operations.create(request.name(), options));
      session.rights().own(created.id(), this::change);
      return described(created.description());
    } catch (ColonnadeException e) {
      Sequence first = sequences.find(request.name());
      if (e.code() == ErrorCode.DUPLICATE_SEQUENCE && request.ifNotExists() && first != null) {
        return described(first.description());
      }
      throw e;
    }
  }

  /** Requires that the user owns the table whose column is to own a sequence. */
  private void requireOwnerOf(WireSequenceOptions options) {
    options
        .owner()
        .filter(owner -> !owner.isNone())
        .ifPresent(owner -> session.rights().requireOwner(session.catalog().table(owner.table())));
  }

  Response alter(SequenceRequest.Alter request) {
    session.rights().requireSequenceOwner(sequences.require(request.name()).id());
    requireOwnerOf(request.options());
    var change = SequenceTranslator.change(request, session.catalog());
    return described(
        session.defineSequence(operations -> operations.alter(request.name(), change)));
  }

  Response rename(SequenceRequest.Rename request) {
    session.rights().requireSequenceOwner(sequences.require(request.name()).id());
    session.rights().requireCreate(BuiltIns.PUBLIC_ID);
    return described(
        session.defineSequence(operations -> operations.rename(request.name(), request.newName())));
  }

  Response drop(SequenceRequest.Drop request) {
    Sequence existing = sequences.find(request.name());
    if (existing != null) {
      session.rights().requireSequenceOwner(existing.id());
    }
    try {
      session.defineSequence(
          operations -> {
            operations.drop(request.name());
            return operations;
          });
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.UNKNOWN_SEQUENCE || !request.ifExists()) {
        throw e;
      }
    }
    return new Ok();
  }

  Response set(SequenceRequest.SetValue request) {
    session.rights().requireSequence(request.sequenceId(), Privilege.UPDATE.bit());
    values.setValue(sequences.require(request.sequenceId()), request.value(), request.isCalled());
    return new SequenceResponse.Value(request.value());
  }

  private void change(Consumer<CatalogEdit> steps) {
    CatalogEdit _ =
        session.define(
            catalog ->
                catalog.change(
                    edit -> {
                      steps.accept(edit);
                      return edit;
                    }));
  }

  private Response described(SequenceDescription description) {
    return new SequenceResponse.Described(
        SequenceTranslator.description(description, session.catalog()));
  }
}
