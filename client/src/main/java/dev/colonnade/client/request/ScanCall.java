package dev.colonnade.client.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.Call;
import dev.colonnade.client.trace.ClientSpan;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanResponse;

/** Single attempt of a scan, which dispatches the frames of its response. */
public final class ScanCall extends Call {
  /** Receiver of a scan on the event loop. Its methods must neither throw nor block. */
  public interface Receiver {
    void onOpened(ScanResponse.Opened opened);

    /** Processes a page, whose buffer the receiver owns. */
    void onPage(ScanResponse.Page page);

    /** Processes the end of the scan, after its last page. */
    void onEnd(ScanResponse.End end);

    /** Processes the failure of the scan, which invalidates its pages. */
    void onFailure(ClientException failure, boolean sent);
  }

  private final Receiver receiver;

  public ScanCall(Scan scan, long deadlineNanos, Receiver receiver, ClientSpan span) {
    super(scan, deadlineNanos, span);
    this.receiver = requireNonNull(receiver, "receiver is null");
  }

  @Override
  protected void onResponse(Response response, boolean isLast) {
    if (response instanceof ScanResponse.Page page) {
      receiver.onPage(page);
    } else if (response instanceof ScanResponse.Opened opened) {
      receiver.onOpened(opened);
    } else if (response instanceof ScanResponse.End end) {
      receiver.onEnd(end);
    } else if (response instanceof ErrorResponse error) {
      receiver.onFailure(new ClientException(error), true);
    } else {
      response.release();
      receiver.onFailure(
          new ClientException(
              ClientError.PROTOCOL_VIOLATION,
              "server sent an unexpected response to a scan: type=" + response.type()),
          true);
    }
  }

  @Override
  protected void onFailure(ClientException failure, boolean sent) {
    receiver.onFailure(failure, sent);
  }
}
