/* SPDX-License-Identifier: MIT
 *
 * A caller with an OpenCL of his own. */
#include "test_interop.h"

#include <dlfcn.h>
#include <time.h>

test_cl_api cl_of;

bool test_cl_load(test_cl_api *api, const char *file)
{
    static const struct function { const char *name; size_t offset; } functions[] = {
#define FUNCTION(name) { #name, offsetof(test_cl_api, name) },
        TEST_CL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    };
    void *const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *const symbol = dlsym(library, functions[i].name);
        assert_non_null(symbol);
        memcpy((char *)api + functions[i].offset, &symbol, sizeof symbol);
    }
    return true;
}

void test_cl_check(cl_int error, const char *what, const char *file, int line)
{
    if (error == CL_SUCCESS) return;
    print_error("%s failed: %d\n", what, (int)error);
    _fail(file, line);
}

const test_cl_case *test_cl_cases(void)
{
    static const struct kind { const char *name; cl_command_queue_properties queue; } kinds[] = {
        { "in order", 0 }, { "out of order", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE },
        { "in order, profiled", CL_QUEUE_PROFILING_ENABLE },
        { "out of order, profiled", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE },
    };
    enum { MOST = 32 };
    static test_cl_case cases[MOST + 1];
    int count = 0;
    if (!test_cl_load(&cl_of, "libOpenCL.so.1")) skip();
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_opencl_objects objects;
        cl_command_queue_properties can = 0;
        if (flo_opencl_device_get(d->device, &objects) != FLO_OK) continue;
        CL(cl_of.clGetDeviceInfo(objects.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL));
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds && count < MOST; k++) {
            if (kinds[k].queue & ~can) continue;
            cases[count++] = (test_cl_case){ kinds[k].name, objects.device, kinds[k].queue, d };
        }
    }
    if (count == 0) skip();
    return cases;
}

/* ---- contexts -------------------------------------------------------------------------------------------------- */

static void count_holders(const test_cl *cl, cl_uint held[2])
{
    CL(cl_of.clGetContextInfo(cl->context, CL_CONTEXT_REFERENCE_COUNT, sizeof *held, &held[0], NULL));
    CL(cl_of.clGetCommandQueueInfo(cl->queue, CL_QUEUE_REFERENCE_COUNT, sizeof *held, &held[1], NULL));
}

test_cl *test_cl_begin(const test_cl_case *of)
{
    cl_int error;
    test_cl *const cl = calloc(1, sizeof *cl);
    assert_non_null(cl);
    test_about("%s, a queue %s", of->device->label, of->name);
    cl->of = of;
    cl->context = cl_of.clCreateContext(NULL, 1, &of->id, NULL, NULL, &error);
    CL(error);
    cl->queue = cl_of.clCreateCommandQueue(cl->context, of->id, of->queue, &error);
    CL(error);
    cl->other = cl_of.clCreateCommandQueue(cl->context, of->id, 0, &error);
    CL(error);
    count_holders(cl, cl->held);
    OK(flo_opencl_device_open(&cl->device, cl->context, of->id, cl->queue, NULL));
    return cl;
}

void test_cl_is_held(const test_cl *cl, const char *when)
{
    cl_uint held[2] = { 0, 0 };
    CL(cl_of.clFinish(cl->queue));
    CL(cl_of.clFinish(cl->other));
    for (int patience = 0; patience < 2000; patience++) {
        count_holders(cl, held);
        if (held[0] == cl->held[0] && held[1] == cl->held[1]) return;
        test_cl_rest(5);
    }
    fail_msg("%s %u hold the context and %u the queue; before it were %u and %u", when, held[0], held[1], cl->held[0],
             cl->held[1]);
}

void test_cl_end(test_cl *cl)
{
    flo_device_close(cl->device);
    test_cl_is_held(cl, "after flo_device_close");
    CL(cl_of.clReleaseCommandQueue(cl->queue));
    CL(cl_of.clReleaseCommandQueue(cl->other));
    CL(cl_of.clReleaseContext(cl->context));
    free(cl);
}

/* ---- buffers and kernels --------------------------------------------------------------------------------------- */

cl_mem test_cl_buffer(const test_cl *cl, const void *data, size_t bytes)
{
    cl_int error;
    const cl_mem memory = cl_of.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    CL(error);
    if (data) CL(cl_of.clEnqueueWriteBuffer(cl->other, memory, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
    return memory;
}

cl_kernel test_cl_kernel(const test_cl *cl, const char *text, const char *name)
{
    cl_int error;
    const char *texts[] = { flo_opencl_constants(), "#pragma OPENCL FP_CONTRACT OFF\n", text };
    const cl_program program = cl_of.clCreateProgramWithSource(cl->context, 3, texts, NULL, &error);
    CL(error);
    CL(cl_of.clBuildProgram(program, 1, &cl->of->id, "-cl-std=CL1.2", NULL, NULL));
    const cl_kernel kernel = cl_of.clCreateKernel(program, name, &error);
    CL(error);
    CL(cl_of.clReleaseProgram(program));
    return kernel;
}

void test_cl_arguments(cl_kernel kernel, const char *kinds, ...)
{
    va_list rest;
    va_start(rest, kinds);
    for (cl_uint i = 0; kinds[i]; i++) {
        if (kinds[i] == 'm') {
            const cl_mem memory = va_arg(rest, cl_mem);
            CL(cl_of.clSetKernelArg(kernel, i, sizeof memory, &memory));
        } else {
            const cl_int number = va_arg(rest, cl_int);
            CL(cl_of.clSetKernelArg(kernel, i, sizeof number, &number));
        }
    }
    va_end(rest);
}

void test_cl_run(cl_command_queue queue, cl_kernel kernel, size_t items, cl_uint waits, const cl_event *wait,
                 cl_event *done)
{
    CL(cl_of.clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, waits, waits ? wait : NULL, done));
    CL(cl_of.clFlush(queue));
}

void test_cl_wait(cl_event event)
{
    CL(cl_of.clWaitForEvents(1, &event));
    CL(cl_of.clReleaseEvent(event));
}

bool test_cl_is_done(cl_event event)
{
    cl_int status = 0;
    CL(cl_of.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status == CL_COMPLETE;
}

cl_event test_cl_gate(const test_cl *cl)
{
    cl_int error;
    const cl_event gate = cl_of.clCreateUserEvent(cl->context, &error);
    CL(error);
    return gate;
}

void test_cl_open(cl_event gate)
{
    CL(cl_of.clSetUserEventStatus(gate, CL_COMPLETE));
    CL(cl_of.clReleaseEvent(gate));
}

void test_cl_rest(long milliseconds)
{
    nanosleep(&(struct timespec){ 0, milliseconds * 1000000 }, NULL);
}

void test_cl_read(const test_cl *cl, cl_mem memory, void *data, size_t bytes)
{
    CL(cl_of.clEnqueueReadBuffer(cl->other, memory, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
}

flo_opencl_flock test_cl_flock(flo_fleet *fleet, int flock)
{
    flo_opencl_flock f;
    OK(flo_opencl_fleet_get_flock(fleet, flock, &f));
    return f;
}
