package dev.colonnade.client.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.request.Requests;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asynchronous client for sequence definitions: creates, alters, drops and finds sequences. */
public final class AsyncClientSequences {
  private final Requests requests;

  /** Creates the definitions of sequences on the connections of these requests. */
  public AsyncClientSequences(Requests requests) {
    this.requests = requireNonNull(requests, "requests is null");
  }

  /** Returns the current description of the sequence of that name. */
  public CompletableFuture<ClientSequence> find(String name) {
    return describe(name).thenApply(this::handle);
  }

  /** Returns the definition and state of the sequence of that name. */
  public CompletableFuture<WireSequenceDescription> describe(String name) {
    return requests.read(
        new SequenceRequest.Describe(name),
        SequenceResponse.Described.class,
        SequenceResponse.Described::description);
  }

  /** Returns the names of all sequences. */
  public CompletableFuture<List<String>> names() {
    return requests.read(
        new SequenceRequest.ListAll(), SequenceResponse.Names.class, SequenceResponse.Names::names);
  }

  /** Creates a sequence ({@code CREATE SEQUENCE}). */
  public CompletableFuture<ClientSequence> create(
      String name, WireSequenceOptions options, boolean ifNotExists) {
    return define(new SequenceRequest.Create(name, options, ifNotExists));
  }

  /** Alters a sequence ({@code ALTER SEQUENCE}); unspecified options do not change. */
  public CompletableFuture<ClientSequence> alter(String name, WireSequenceOptions options) {
    return define(new SequenceRequest.Alter(name, options, OptionValue.UNSET));
  }

  /** Restarts a sequence at its start value ({@code RESTART}). */
  public CompletableFuture<ClientSequence> restart(String name) {
    return define(new SequenceRequest.Alter(name, WireSequenceOptions.UNSET, OptionValue.STANDARD));
  }

  /** Restarts a sequence at {@code value} ({@code RESTART WITH}). */
  public CompletableFuture<ClientSequence> restart(String name, long value) {
    return define(
        new SequenceRequest.Alter(name, WireSequenceOptions.UNSET, OptionValue.of(value)));
  }

  /** Renames a sequence ({@code RENAME TO}). */
  public CompletableFuture<ClientSequence> rename(String name, String newName) {
    return define(new SequenceRequest.Rename(name, newName));
  }

  /** Drops a sequence ({@code DROP SEQUENCE}). */
  public CompletableFuture<Ok> drop(String name, boolean ifExists) {
    SequenceRequest.Drop request = new SequenceRequest.Drop(name, ifExists);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  Requests requests() {
    return requests;
  }

  private CompletableFuture<ClientSequence> define(Request request) {
    return requests.change(
        () -> request, SequenceResponse.Described.class, it -> handle(it.description()));
  }

  private ClientSequence handle(WireSequenceDescription description) {
    return new ClientSequence(requests, description);
  }
}
