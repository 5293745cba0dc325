package dev.colonnade.tracing;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.trace.Tracer;
import dev.colonnade.trace.TracerOptions;
import dev.colonnade.trace.TracerProvider;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Clock;
import java.util.UUID;

/** Provider of tracers of OpenTelemetry, which send their spans by OTLP over HTTP. */
public final class OpenTelemetryTracerProvider implements TracerProvider {
  private static final AttributeKey<String> SERVICE_NAME = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> SERVICE_VERSION =
      AttributeKey.stringKey("service.version");
  private static final AttributeKey<String> SERVICE_INSTANCE =
      AttributeKey.stringKey("service.instance.id");

  /** Called by {@link java.util.ServiceLoader}. */
  public OpenTelemetryTracerProvider() {}

  @Override
  public Tracer open(TracerOptions options, String version) {
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder().setEndpoint(options.endpoint().orElseThrow()).build();
    Attributes service =
        Attributes.of(
            SERVICE_NAME,
            options.serviceName(),
            SERVICE_VERSION,
            version,
            SERVICE_INSTANCE,
            UUID.randomUUID().toString());
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setResource(Resource.getDefault().merge(Resource.create(service)))
            .setSampler(sampler(options.sampleRatio()))
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build();
    return new OpenTelemetryTracer(provider, NanoTicker.system(), Clock.systemUTC());
  }

  /** Returns the sampler: the decision of the client, or a part of the traces without a client. */
  static Sampler sampler(double ratio) {
    return Sampler.parentBased(Sampler.traceIdRatioBased(ratio));
  }
}
